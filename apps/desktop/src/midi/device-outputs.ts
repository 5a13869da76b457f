import { distinct, nameDevices } from '../shared/device-names.ts';
import { type ClockMessage, type MidiRequest, noOutputs, type OutputPlan } from '../shared/midi-messages.ts';
import { NoteSchedule } from '../shared/note-schedule.ts';
import { DueTimer } from './due-timer.ts';
import type { MidiSystem, OutputPort } from './midi-system.ts';
import { PlayerOutput } from './player-output.ts';

const tick = 0xf8;
const start = 0xfa;
const stop = 0xfc;
/** Far shorter than the time between two ticks of the fastest metronome, and longer than any rounding error. */
const sameTickUs = 1_000;

interface OpenOutput {
  readonly listed: string;
  readonly port: OutputPort;
}

/** Sends other players' notes and the room's clock to devices and other programs, each message when it is due. */
export class DeviceOutputs {
  readonly #system: Pick<MidiSystem, 'outputs' | 'openOutput' | 'makePort'>;
  readonly #nowUs: () => number;
  readonly #schedule = new NoteSchedule();
  readonly #timer: DueTimer;
  readonly #devices = new Map<string, OpenOutput>();
  /** Names of devices that could not be opened in the last scan. */
  readonly #busy = new Set<string>();
  /** By participant. */
  readonly #ports = new Map<
    number,
    { readonly name: string; readonly port: OutputPort; readonly player: PlayerOutput }
  >();
  readonly #players = new Map<number, PlayerOutput>();
  #loopsPort: { readonly name: string; readonly port: OutputPort; readonly player: PlayerOutput } | undefined;
  /** The parts of loops that have played. */
  readonly #loops = new Set<number>();
  #names: ReadonlyMap<string, string> = new Map();
  #plan: OutputPlan = noOutputs;
  #channels: ReadonlyMap<number, number> = new Map();
  #clock: ClockMessage[] = [];
  #isClockRunning = false;
  /** The last tick or start sent, and the last stop, on the metronome's clock. */
  #tickedUs = Number.NEGATIVE_INFINITY;
  #stoppedUs = Number.NEGATIVE_INFINITY;

  /** @param timersLateUs how late the system's timers may be, µs. */
  constructor(
    system: Pick<MidiSystem, 'outputs' | 'openOutput' | 'makePort'>,
    nowUs: () => number,
    timersLateUs?: number,
  ) {
    this.#system = system;
    this.#nowUs = nowUs;
    this.#timer = new DueTimer(nowUs, () => this.#sendDue(), timersLateUs);
  }

  /** The stable names. */
  get names(): readonly string[] {
    return [...this.#names.values()];
  }

  /** The names of those that are wanted while another program uses them. */
  get busy(): readonly string[] {
    return [...this.#busy];
  }

  /** Scans for plugged-in devices. A device that returns is used as before. */
  scan(): void {
    const listed = distinct(this.#system.outputs());
    this.#names = nameDevices(listed, this.#names);
    const ports = new Map([...this.#names].map(([port, name]) => [name, port]));
    const wanted = new Set([this.#plan.synth, this.#plan.clock]);
    for (const [name, { listed: port }] of this.#devices) {
      if (!wanted.has(name) || ports.get(name) !== port) this.#close(name);
    }
    this.#busy.clear();
    for (const name of wanted) {
      const port = name === null ? undefined : ports.get(name);
      if (name !== null && port !== undefined && !this.#devices.has(name)) this.#open(name, port, listed.indexOf(port));
    }
  }

  /** Sets where everything goes. Notes on outputs that are no longer used end first. */
  setPlan(plan: OutputPlan): void {
    const before = this.#plan;
    if (plan.synth !== before.synth) this.#releaseLines();
    if (plan.clock !== before.clock) this.#stopClock();
    this.#plan = plan;
    this.#channels = new Map(plan.channels);
    for (const [participant, player] of this.#players) {
      if (player.channel === this.#channels.get(participant)) continue;
      player.release();
      this.#players.delete(participant);
    }
    this.#setPorts(new Map(plan.ports));
    this.#setLoopsPort(plan.loopsPort);
    this.scan();
  }

  /** Sends other players' notes when due; the events of one player keep their order. */
  play({ participant, data, atUs, offsets }: Extract<MidiRequest, { kind: 'notes' }>): void {
    this.#schedule.add(participant, data, (index) => atUs + (offsets[index] ?? 0));
    this.#sendDue();
  }

  /** Sends what a part of a loop plays when due, after taking back what has become wrong. */
  playLoop({ participant, voidFromUs, timesUs, data }: Extract<MidiRequest, { kind: 'loop' }>): void {
    this.#loops.add(participant);
    if (voidFromUs !== undefined) this.#schedule.dropFrom(participant, voidFromUs);
    this.#schedule.add(participant, data, (index) => timesUs[index] ?? 0);
    this.#sendDue();
  }

  /** Drops the pending events of a participant, of everybody or of the loops, and ends what sounds. */
  silence(participant: number | 'everybody' | 'loops'): void {
    if (participant === 'loops') {
      for (const part of this.#loops) this.silence(part);
      this.#loopsPort?.player.release();
      return;
    }
    this.#schedule.drop(participant === 'everybody' ? undefined : participant);
    for (const [number, player] of this.#players) if (isMeant(participant, number)) player.release();
    for (const [number, { player }] of this.#ports) if (isMeant(participant, number)) player.release();
    if (participant === 'everybody') this.#loopsPort?.player.release();
    this.#arm();
  }

  /**
   * Sends MIDI clock. Each message is sent exactly once, however late this machine's timers are: devices that follow a
   * clock count its ticks.
   */
  sendClock({ continuity, messages }: Extract<MidiRequest, { kind: 'beat-clock' }>): void {
    if (continuity === 'restart') this.#stopClock();
    const fresh = messages.filter(({ serviceUs, status }) => {
      return serviceUs > (status === stop ? this.#stoppedUs : this.#tickedUs) + sameTickUs;
    });
    this.#clock = continuity === 'next' ? [...this.#clock, ...fresh] : fresh;
    this.#sendDue();
  }

  close(): void {
    this.setPlan(noOutputs);
    this.#timer.clear();
  }

  readonly #perform = (participant: number, status: number, first: number, second: number): void => {
    this.#lineOf(participant)?.play(status, first, second);
    const port = this.#loops.has(participant) ? this.#loopsPort : this.#ports.get(participant);
    port?.player.play(status, first, second);
  };

  #sendDue(): void {
    const nowUs = this.#nowUs();
    this.#schedule.takeBefore(nowUs + 1, this.#perform);
    let sent = 0;
    for (const { atUs, serviceUs, status } of this.#clock) {
      if (atUs > nowUs) break;
      if (status === stop) this.#stoppedUs = serviceUs;
      else this.#tickedUs = serviceUs;
      this.#sendClock(status);
      sent++;
    }
    this.#clock.splice(0, sent);
    this.#arm();
  }

  #arm(): void {
    this.#timer.set(Math.min(this.#schedule.nextAt, this.#clock[0]?.atUs ?? Number.POSITIVE_INFINITY));
  }

  #sendClock(status: ClockMessage['status']): void {
    if (status !== tick) this.#isClockRunning = status === start;
    this.#device(this.#plan.clock)?.send([status]);
  }

  #stopClock(): void {
    this.#clock = [];
    this.#tickedUs = this.#stoppedUs = Number.NEGATIVE_INFINITY;
    if (this.#isClockRunning) this.#sendClock(stop);
  }

  #lineOf(participant: number): PlayerOutput | undefined {
    const channel = this.#channels.get(participant);
    if (this.#plan.synth === null || channel === 0) return undefined;
    let player = this.#players.get(participant);
    if (player === undefined) {
      player = new PlayerOutput((data) => this.#device(this.#plan.synth)?.send(data), channel);
      this.#players.set(participant, player);
    }
    return player;
  }

  #setPorts(wanted: ReadonlyMap<number, string>): void {
    for (const [participant, { name, port, player }] of this.#ports) {
      if (wanted.get(participant) === name) continue;
      player.release();
      port.close();
      this.#ports.delete(participant);
    }
    for (const [participant, name] of wanted) {
      if (this.#ports.has(participant)) continue;
      const made = this.#makePort(name);
      if (made !== undefined) this.#ports.set(participant, made);
    }
  }

  #setLoopsPort(name: string | null): void {
    if (name === (this.#loopsPort?.name ?? null)) return;
    this.#loopsPort?.player.release();
    this.#loopsPort?.port.close();
    this.#loopsPort = name === null ? undefined : this.#makePort(name);
  }

  #makePort(name: string) {
    try {
      const port = this.#system.makePort(name);
      return { name, port, player: new PlayerOutput((data) => port.send(data), undefined) };
    } catch {
      // The system cannot make any more of them; the others continue.
      return undefined;
    }
  }

  #releaseLines(): void {
    for (const player of this.#players.values()) player.release();
    this.#players.clear();
  }

  #open(name: string, listed: string, index: number): void {
    try {
      this.#devices.set(name, { listed, port: this.#system.openOutput(index) });
    } catch {
      // In use by another program, or just unplugged: the next scan retries.
      this.#busy.add(name);
    }
  }

  #close(name: string): void {
    this.#devices.get(name)?.port.close();
    this.#devices.delete(name);
  }

  #device(name: string | null): OutputPort | undefined {
    return name === null ? undefined : this.#devices.get(name)?.port;
  }
}

function isMeant(participant: number | 'everybody', number: number): boolean {
  return participant === 'everybody' || participant === number;
}
