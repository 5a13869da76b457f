import type { DirectChoice, MetronomeSetting, RoomEvent } from '../../../contract/messages.ts';
import type { WorkerClient } from '../../app/worker-client.ts';
import { type Taps, tap, tappedBpm } from '../../playing/metronome/tap-tempo.ts';
import type { AudioEngine } from '../../playing/sound/audio-engine.ts';
import { connectionLevels } from './participants/connection-quality.ts';
import { type PlayoutChoice, usualIntervalBars } from './playout-choice.ts';
import { useDirectChoice, usePlayoutStyle, useTime } from './time-store.ts';

/** Runs metronome and playout: puts their events into the store and does what the panels request. */
export class TimeController {
  readonly #client: WorkerClient;
  readonly #engine: AudioEngine;
  #taps: Taps = [];

  constructor(client: WorkerClient, engine: AudioEngine) {
    this.#client = client;
    this.#engine = engine;
    void client.call('preferPlayout', usePlayoutStyle.getState());
    void client.call('preferDirect', useDirectChoice.getState());
  }

  /** @throws {CallError} */
  async setMetronome(setting: MetronomeSetting): Promise<void> {
    await this.#client.call('setTransport', setting);
  }

  /** Starts the metronome after a count-in, or stops it. @throws {CallError} */
  async toggleMetronome(): Promise<void> {
    const { bpm, beatsPerBar, running } = useTime.getState().transport;
    await this.setMetronome({ bpm, beatsPerBar, running: !running, countIn: true });
  }

  /** Sets the tempo from the third tap on. @param atMs on any clock, the same each time. @throws {CallError} */
  async tap(atMs: number): Promise<void> {
    this.#taps = tap(this.#taps, atMs);
    const bpm = tappedBpm(this.#taps);
    const { beatsPerBar, running } = useTime.getState().transport;
    if (bpm !== undefined && this.#taps.length > 2)
      await this.setMetronome({ bpm, beatsPerBar, running, countIn: true });
  }

  /**
   * Chooses how others are heard: matched or an interval later for the whole room, the others for the user.
   * @throws {CallError}
   */
  async choosePlayout(choice: PlayoutChoice, intervalBars = usualIntervalBars): Promise<void> {
    const { mode } = useTime.getState();
    const wanted = { matched: choice === 'matched', intervalBars: choice === 'interval' ? intervalBars : 0 };
    const isSet = wanted.matched === mode.matched && wanted.intervalBars === mode.intervalBars;
    if (!isSet) await this.#client.call('setPlayoutMode', wanted);
    if (choice === 'matched' || choice === 'interval') return;
    const style = choice === 'auto' ? 'steady' : 'quick';
    await this.#client.call('preferPlayout', { style });
    usePlayoutStyle.setState({ style });
  }

  /** Chooses in which rooms notes may go straight from player to player. */
  chooseDirect(choice: DirectChoice): void {
    useDirectChoice.setState({ choice });
    void this.#client.call('preferDirect', { choice });
  }

  /** Takes an event of the room, or of the local metronome outside rooms. */
  receive(event: RoomEvent): void {
    switch (event.type) {
      case 'transport':
        useTime.setState({ transport: event.transport });
        break;
      case 'playoutMode':
        useTime.setState({ mode: event.mode });
        this.#engine.setOwnDelay(event.mode.matched ? event.mode.commonDelayUs : 0);
        break;
      case 'quality':
        useTime.setState(({ levels }) => ({
          players: event.players,
          datagrams: event.datagrams,
          levels: connectionLevels(event.players, levels),
        }));
        break;
    }
  }
}
