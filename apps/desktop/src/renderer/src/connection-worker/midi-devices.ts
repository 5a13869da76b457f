import {
  type ClockContinuity,
  type MidiReport,
  type MidiRequest,
  noOutputs,
  type OutputPlan,
} from '../../../shared/midi-messages.ts';
import { localNowUs } from '../contract/local-time.ts';
import type { LoopMessage } from '../contract/loop-messages.ts';
import type { NoteMessage } from '../contract/messages.ts';
import type { TimedClock } from './beat-clock.ts';
import type { Keyboards } from './keyboards.ts';

/** The first measurements of the other clock come quickly, so that one of them meets no other traffic. */
const firstMeasurementsMs = [0, 20, 60, 150, 400, 1_000] as const;
const measureEveryMs = 10_000;

interface Parts {
  readonly keyboards: Keyboards;
  /** Called with every raw message of a device, for the monitor; local µs. */
  readonly onRawInput: (device: string, data: Uint8Array, timeUs: number) => void;
  /** Called with the devices and capabilities, for the page. */
  readonly changed: (report: Extract<MidiReport, { kind: 'capabilities' | 'devices' }>) => void;
}

/** The connection worker's side of the MIDI devices: passes on their input immediately and sends them output. */
export class MidiDevices {
  readonly #parts: Parts;
  #port: MessagePort | undefined;
  #clock = new OtherClock();
  #timers: ReturnType<typeof setTimeout>[] = [];
  #muted: readonly string[] = [];
  #plan: OutputPlan = noOutputs;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Takes a port to the devices, replacing the previous one. */
  connect(port: MessagePort): void {
    this.close();
    this.#port = port;
    this.#clock = new OtherClock();
    port.onmessage = (event: MessageEvent<MidiReport>) => this.#received(event.data);
    this.#timers = firstMeasurementsMs.map((afterMs) => setTimeout(() => this.#requestTime(), afterMs));
    this.#timers.push(setInterval(() => this.#requestTime(), measureEveryMs));
    this.#request({ kind: 'mute-inputs', names: this.#muted });
    this.#request({ kind: 'outputs', plan: this.#plan });
  }

  /** Switches inputs off, by name. */
  mute(names: readonly string[]): void {
    this.#muted = names;
    this.#request({ kind: 'mute-inputs', names });
  }

  /** Sets where other players' notes and the clock go. */
  setPlan(plan: OutputPlan): void {
    this.#plan = plan;
    this.#request({ kind: 'outputs', plan });
  }

  /** Sends other players' notes to the devices too. */
  receive(message: NoteMessage): void {
    if (!this.#hasNotes) return;
    if (message.kind === 'silence') this.#request({ kind: 'silence', participant: message.participant });
    else if (message.kind === 'notes') {
      const { participant, offsets, data } = message;
      const atUs = this.#clock.toOtherUs(message.atUs);
      if (atUs !== undefined) this.#request({ kind: 'notes', participant, atUs, offsets, data });
    }
  }

  /** Sends what a part of a loop plays to the devices too. */
  receiveLoop({ participant, voidFromUs, timesUs, data }: LoopMessage): void {
    if (!this.#hasNotes) return;
    const times = timesUs.map((timeUs) => this.#clock.toOtherUs(timeUs));
    const voidFrom = voidFromUs === undefined ? undefined : this.#clock.toOtherUs(voidFromUs);
    if (!times.every((timeUs) => timeUs !== undefined)) return;
    this.#request({ kind: 'loop', participant, voidFromUs: voidFrom, timesUs: times, data });
  }

  /** Ends what loops play on the devices, and takes back what was to come. */
  silenceLoops(): void {
    if (this.#hasNotes) this.#request({ kind: 'silence', participant: 'loops' });
  }

  /**
   * Sends a metronome as MIDI clock.
   * @param toLocalUs the local clock minus the metronome's.
   */
  sendClock(messages: readonly TimedClock[], continuity: ClockContinuity, toLocalUs: number): void {
    const timed = messages.flatMap(({ timeUs, status }) => {
      const atUs = this.#clock.toOtherUs(timeUs + toLocalUs);
      return atUs === undefined ? [] : [{ atUs, serviceUs: timeUs, status }];
    });
    this.#request({ kind: 'beat-clock', continuity, messages: timed });
  }

  /** True if anything gets notes. */
  get #hasNotes(): boolean {
    return this.#plan.synth !== null || this.#plan.ports.length > 0 || this.#plan.loopsPort !== null;
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#port?.close();
    this.#port = undefined;
    this.#parts.keyboards.releaseAll();
  }

  #received(report: MidiReport): void {
    switch (report.kind) {
      case 'event': {
        const timeUs = this.#clock.toOwnUs(report.timeUs, localNowUs());
        this.#parts.keyboards.play(report.device, report.data, timeUs);
        this.#parts.onRawInput(report.device, report.data, timeUs);
        break;
      }
      case 'gone':
        this.#parts.keyboards.release(report.device);
        break;
      case 'clock':
        this.#clock.measure({ ...report, answeredUs: localNowUs() });
        break;
      case 'capabilities':
        if (report.sharesClock) this.#clock.measure({ askedUs: 0, hereUs: 0, answeredUs: 0 });
        this.#parts.changed(report);
        break;
      case 'devices':
        this.#parts.changed(report);
        break;
    }
  }

  #requestTime(): void {
    this.#request({ kind: 'clock', askedUs: localNowUs() });
  }

  #request(request: MidiRequest): void {
    this.#port?.postMessage(request);
  }
}

/** One measurement of another monotonic clock: sent and answered on the own clock, read in between; µs. */
interface ClockMeasurement {
  readonly askedUs: number;
  readonly hereUs: number;
  readonly answeredUs: number;
}

/**
 * The offset of another process's monotonic clock. Both run at the same rate, so the measurement with the shortest round
 * trip stays the best, until one of them pauses.
 */
export class OtherClock {
  #offsetUs: number | undefined;
  #errorUs = Number.POSITIVE_INFINITY;

  measure({ askedUs, hereUs, answeredUs }: ClockMeasurement): void {
    const errorUs = (answeredUs - askedUs) / 2;
    const offsetUs = hereUs - (askedUs + errorUs);
    // Further apart than both errors allow: one of the clocks was paused.
    const hasJumped = Math.abs(offsetUs - (this.#offsetUs ?? offsetUs)) > errorUs + this.#errorUs;
    if (errorUs > this.#errorUs && !hasJumped) return;
    this.#offsetUs = offsetUs;
    this.#errorUs = errorUs;
  }

  /** The largest possible error, µs; Infinity before the first measurement. */
  get errorUs(): number {
    return this.#errorUs;
  }

  /** Converts a time on the other clock; before the first measurement it counts as `nowUs`. */
  toOwnUs(otherUs: number, nowUs: number): number {
    return this.#offsetUs === undefined ? nowUs : Math.round(otherUs - this.#offsetUs);
  }

  /** Undefined before the first measurement. */
  toOtherUs(ownUs: number): number | undefined {
    return this.#offsetUs === undefined ? undefined : Math.round(ownUs + this.#offsetUs);
  }
}
