import type { MidiReport, MidiRequest } from '../shared/midi-messages.ts';
import { DeviceInputs } from './device-inputs.ts';
import { DeviceOutputs } from './device-outputs.ts';
import type { MidiSystem } from './midi-system.ts';

/** Nothing reports that a device was plugged in. */
const scanIntervalMs = 1_000;

/** Either end of a MessagePort to the connection worker. */
export interface ReportPort {
  post(report: MidiReport): void;
}

/**
 * All MIDI devices of this machine, for one connection worker: their input goes to it immediately, stamped with the time
 * of arrival, and its output is sent when due.
 */
export class DeviceController {
  readonly #nowUs: () => number;
  readonly #port: ReportPort;
  readonly #inputs: DeviceInputs | undefined;
  readonly #outputs: DeviceOutputs | undefined;
  readonly #timer: ReturnType<typeof setInterval> | undefined;
  #reported = '';

  /**
   * @param system undefined on a machine without MIDI; the worker is told and everything else works.
   * @param nowUs a monotonic clock, µs.
   * @param timersLateUs how late the system's timers may be, µs.
   */
  constructor(system: MidiSystem | undefined, nowUs: () => number, port: ReportPort, timersLateUs?: number) {
    this.#nowUs = nowUs;
    this.#port = port;
    const hasMidi = system !== undefined;
    const canMakePorts = system?.canMakePorts ?? false;
    port.post({ kind: 'capabilities', hasMidi, hasOutputs: hasMidi, canMakePorts, sharesClock: false });
    if (system === undefined) return;
    this.#inputs = new DeviceInputs(system, nowUs, (report) => port.post(report));
    this.#outputs = new DeviceOutputs(system, nowUs, timersLateUs);
    this.#scan();
    this.#timer = setInterval(() => this.#scan(), scanIntervalMs);
  }

  receive(request: MidiRequest): void {
    switch (request.kind) {
      case 'clock':
        this.#port.post({ kind: 'clock', askedUs: request.askedUs, hereUs: this.#nowUs() });
        break;
      case 'mute-inputs':
        this.#inputs?.mute(request.names);
        this.#reportDevices();
        break;
      case 'outputs':
        this.#outputs?.setPlan(request.plan);
        this.#inputs?.setOutputs([request.plan.synth, request.plan.clock].filter((name) => name !== null));
        this.#reportDevices();
        break;
      case 'notes':
        this.#outputs?.play(request);
        break;
      case 'loop':
        this.#outputs?.playLoop(request);
        break;
      case 'silence':
        this.#outputs?.silence(request.participant);
        break;
      case 'beat-clock':
        this.#outputs?.sendClock(request);
        break;
    }
  }

  /** Closes every device and ends what sounds on them. */
  close(): void {
    clearInterval(this.#timer);
    this.#inputs?.close();
    this.#outputs?.close();
  }

  #scan(): void {
    this.#inputs?.scan();
    this.#outputs?.scan();
    this.#reportDevices();
  }

  #reportDevices(): void {
    if (this.#inputs === undefined) return;
    const devices = {
      kind: 'devices',
      inputs: this.#inputs.names,
      outputs: this.#outputs?.names ?? [],
      busy: [...new Set([...this.#inputs.busy, ...(this.#outputs?.busy ?? [])])],
    } as const;
    const report = JSON.stringify(devices);
    if (report === this.#reported) return;
    this.#reported = report;
    this.#port.post(devices);
  }
}
