import { barLineFrom, beatsCounted, keptClick, limits } from '@roomtone/protocol';
import {
  type Beat,
  Metronome,
  type PlayoutStyle,
  type Room,
  type Transport,
  type TransportChange,
} from '@roomtone/sdk';
import { localNowUs } from '../contract/local-time.ts';
import type { BeatMessage, MetronomeSetting, RoomEvent } from '../contract/messages.ts';
import { BeatFeed, type BeatSource } from './beat-feed.ts';
import { ClockFeed, type ClockReceiver } from './clock-feed.ts';

/** The lead of the first count-in beat after a click on Start, so that every player's machine knows of it in time. */
const countInLeadUs = 400_000;

/**
 * The timing of the current room: its metronome, matched playout and connection quality. Outside rooms there is an own
 * metronome. Beats go to sound and drawing on their own ports.
 */
export class RoomTime {
  readonly #post: (event: RoomEvent) => void;
  readonly #feed = new BeatFeed((message) => this.#send(message));
  readonly #clockFeed = new ClockFeed();
  readonly #solo = new SoloMetronome();
  #connection: Room | undefined;
  #source: BeatSource = this.#solo;
  #style: PlayoutStyle = 'steady';
  #soundPort: MessagePort | undefined;
  #drawingPort: MessagePort | undefined;

  constructor(post: (event: RoomEvent) => void) {
    this.#post = post;
  }

  /** Sets the port for beats to be shown. */
  setDrawingPort(port: MessagePort): void {
    this.#drawingPort = port;
  }

  /** Sets the port for beats to be heard. */
  setSoundPort(port: MessagePort): void {
    this.#soundPort = port;
    this.#feed.follow(this.#source);
  }

  /** Sets the receiver of the metronome as MIDI clock; undefined for none. */
  setClockReceiver(receiver: ClockReceiver | undefined): void {
    this.#clockFeed.setReceiver(receiver);
  }

  /** Follows the room of this connection. */
  follow(connection: Room): void {
    const { time } = connection;
    this.#connection = connection;
    this.#source = {
      get transport() {
        return time.transport;
      },
      beatsBetween: (fromUs, toUs) => time.beatsBetween(fromUs, toUs),
      nowUs: () => connection.serverNowUs(),
    };
    connection.preferPlayout(this.#style);
    const isCurrent = () => this.#connection === connection;
    const joined = () => {
      if (!isCurrent()) return;
      this.#metronomeSet();
      this.#post({ type: 'playoutMode', mode: time.playoutMode });
      this.#post({ type: 'quality', players: connection.quality, datagrams: connection.datagrams });
    };
    for (const event of ['joined', 'resumed', 'resynced'] as const) connection.on(event, joined);
    connection.on('transport', () => {
      if (isCurrent()) this.#metronomeSet();
    });
    connection.on('playoutMode', (mode) => {
      if (isCurrent()) this.#post({ type: 'playoutMode', mode });
    });
    connection.on('quality', (players) => {
      if (isCurrent()) this.#post({ type: 'quality', players, datagrams: connection.datagrams });
    });
    connection.on('state', ({ status }) => {
      if (status === 'closed' && isCurrent()) this.switchToSolo();
    });
    this.#followSource();
  }

  /** Switches to the own metronome for playing alone, which starts stopped. */
  switchToSolo(): void {
    this.#connection = undefined;
    this.#source = this.#solo;
    this.#solo.stopImmediately();
    this.#metronomeSet();
  }

  /** Sets the metronome; resolves when everybody has it, rejects if the server refuses. */
  async setTransport({ countIn, ...change }: MetronomeSetting): Promise<void> {
    const { bpm, beatsPerBar, running } = change;
    const isStart = running && this.#source.transport?.running !== true;
    const counted =
      isStart && countIn
        ? { ...change, startTimeUs: this.#source.nowUs() + countInLeadUs + (beatsPerBar * 60e6) / bpm }
        : change;
    if (this.#connection !== undefined) await this.#connection.time.setTransport(counted);
    else {
      this.#solo.set(counted);
      this.#metronomeSet();
    }
  }

  /** Sets the playout style for other players' notes, in this room and later ones. */
  preferPlayout(style: PlayoutStyle): void {
    this.#style = style;
    this.#connection?.preferPlayout(style);
  }

  #metronomeSet(): void {
    const { transport } = this.#source;
    if (transport !== undefined) {
      const startsAtUs = transport.startTimeUs - (this.#source.nowUs() - localNowUs());
      this.#post({ type: 'transport', transport, startsAtUs });
    }
    this.#followSource();
  }

  #followSource(): void {
    this.#feed.follow(this.#source);
    this.#clockFeed.follow(this.#source);
  }

  #send(message: BeatMessage): void {
    this.#soundPort?.postMessage(message);
    this.#drawingPort?.postMessage(message);
  }
}

/** The metronome for playing alone: it runs on the local clock and changes as a room's does (room rules R9.4). */
export class SoloMetronome implements BeatSource {
  readonly #metronome = new Metronome();
  #transport: Transport = { bpm: 120, beatsPerBar: 4, running: false, startTimeUs: 0, beatsBefore: 0 };

  get transport(): Transport {
    return this.#transport;
  }

  nowUs(): number {
    return localNowUs();
  }

  beatsBetween(fromUs: number, toUs: number): readonly Beat[] {
    return this.#metronome.beatsBetween(fromUs, toUs);
  }

  /** Changes it, at the next bar line while it runs. */
  set({ startTimeUs: wantedUs, ...change }: TransportChange): void {
    const nowUs = this.nowUs();
    const before = this.#transport;
    const fromUs = wantedUs ?? nowUs + limits.metronome.leadUs;
    const { click: clickBefore, ...others } = before;
    const wire = { ...others, tempo: Math.round(before.bpm * 1000), startTime: before.startTimeUs };
    const startTimeUs = before.running ? barLineFrom(wire, Math.max(fromUs, nowUs)) : fromUs;
    const { click: chosen = clickBefore, ...rest } = change;
    const click = chosen && keptClick({ ...chosen, accents: [...chosen.accents] });
    const beatsBefore = beatsCounted(wire, startTimeUs);
    this.#transport = { ...others, ...rest, startTimeUs, beatsBefore, ...(click && { click }) };
    this.#metronome.set(this.#transport, nowUs);
  }

  /** Stops it immediately, even within a bar. */
  stopImmediately(): void {
    this.#transport = { ...this.#transport, running: false, startTimeUs: this.nowUs() };
    this.#metronome.reset(this.#transport);
  }
}
