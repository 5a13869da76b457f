import type { MessageChannelMain, MessagePortMain, UtilityProcess } from 'electron';
import { restartDelayMs } from '../processes/restart-policy.ts';

export interface MidiProcessParts<Window> {
  /** Forks the process for MIDI devices. */
  readonly fork: () => Pick<UtilityProcess, 'on' | 'postMessage' | 'kill'>;
  readonly createChannel: () => Pick<MessageChannelMain, 'port1' | 'port2'>;
  /** Hands a window's page the port on which it, or its worker, talks to the devices. */
  readonly handOver: (window: Window, port: MessagePortMain) => void;
  /** A monotonic clock, in ms. */
  readonly nowMs: () => number;
  readonly onProblem: (problem: string) => void;
}

/**
 * The process for MIDI devices, started when a window first asks for them. After an unexpected exit it is restarted and
 * the window gets a new port. Notes do not pass through the main process.
 */
export class MidiProcess<Window> {
  readonly #parts: MidiProcessParts<Window>;
  #process: ReturnType<MidiProcessParts<Window>['fork']> | undefined;
  #window: Window | undefined;
  /** The windows that have asked for the devices. */
  readonly #windows = new Set<Window>();
  #failures = 0;
  #startedMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(parts: MidiProcessParts<Window>) {
    this.#parts = parts;
  }

  /** Connects a window to the devices, instead of the previous one. */
  open(window: Window): void {
    this.#windows.add(window);
    this.#window = window;
    if (this.#process === undefined) this.#start();
    this.#connect();
  }

  /** The devices belong to the window in use. */
  focused(window: Window): void {
    if (this.#windows.has(window) && window !== this.#window) this.open(window);
  }

  closed(window: Window): void {
    this.#windows.delete(window);
    if (window === this.#window) this.#window = undefined;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#process?.kill();
  }

  #start(): void {
    clearTimeout(this.#timer);
    const child = this.#parts.fork();
    this.#process = child;
    this.#startedMs = this.#parts.nowMs();
    child.on('exit', (code) => {
      this.#process = undefined;
      if (this.#isStopped) return;
      this.#parts.onProblem(`the process of the MIDI devices ended with ${code}`);
      const next = restartDelayMs(this.#failures, this.#parts.nowMs() - this.#startedMs);
      this.#failures = next.failures;
      this.#timer = setTimeout(() => {
        this.#start();
        this.#connect();
      }, next.delayMs);
    });
  }

  #connect(): void {
    if (this.#process === undefined || this.#window === undefined) return;
    const { port1, port2 } = this.#parts.createChannel();
    this.#process.postMessage(null, [port1]);
    this.#parts.handOver(this.#window, port2);
  }
}
