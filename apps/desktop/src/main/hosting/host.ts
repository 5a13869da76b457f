import type { MessageChannelMain, MessagePortMain, UtilityProcess } from 'electron';
import type {
  HostingReach,
  HostQuestion,
  HostQuestions,
  HostReply,
  HostRequest,
  HostStart,
  QuestionKind,
} from '../../shared/host-messages.ts';
import type { HostingChoice } from '../../shared/hosting.ts';
import type { Internet } from '../../shared/internet.ts';
import { restartDelayMs } from '../processes/restart-policy.ts';

export interface HostParts {
  /** Forks the server's process. */
  readonly fork: () => Pick<UtilityProcess, 'on' | 'postMessage' | 'kill'>;
  readonly createChannel: () => Pick<MessageChannelMain, 'port1' | 'port2'>;
  readonly dataDir: string;
  /** The port of the last run: links and clients already know it. */
  readonly port: number;
  /** A monotonic clock, in ms. */
  readonly nowMs: () => number;
  /** Called whenever the state of the process changes. */
  readonly onState: (state: ProcessState) => void;
  /** Called with each problem; `failures` counts failures in a row. */
  readonly onProblem: (problem: HostProblem, failures: number) => void;
}

/** The state of the server's process. `hosting` says how it is open to the network, or is null. */
export type ProcessState =
  | { readonly status: 'starting'; readonly attempt: number }
  | { readonly status: 'ready'; readonly url: string; readonly hosting: (HostingChoice & HostingReach) | null }
  | { readonly status: 'stopped' };

/**
 * ended: the process exited unexpectedly. failed: it could not start or continue. port-taken: another program uses its
 * port.
 */
export interface HostProblem {
  readonly kind: 'ended' | 'failed' | 'port-taken' | 'network-changed';
  readonly detail: string;
}

type Answer = Extract<HostReply, { readonly id: number }>;

/** Shorter than the time that the operating system allows an app for quitting. */
const stopTimeoutMs = 10_000;
/** How long a server may take to close to the outside before its process is ended. */
const closeTimeoutMs = 5_000;

/**
 * The server inside the app, in its own process. After an unexpected exit it is restarted, on the same port if that is
 * free, so that clients can reconnect; everything it has acknowledged is on disk. Opening it to the network and closing it
 * again also restart it, after pending work is finished.
 */
export class Host {
  readonly #parts: HostParts;
  readonly #asked = new Map<number, (answer: Answer) => void>();
  #state: ProcessState = { status: 'stopped' };
  #hosting: HostingChoice | null = null;
  #process: ReturnType<HostParts['fork']> | undefined;
  #channel: MessagePortMain | undefined;
  #port: number;
  #failures = 0;
  /** True once the process has reported why it is ending. */
  #isExplained = false;
  #startedMs = 0;
  #lastId = 0;
  /** Why the process will end, or has ended. */
  #ending: 'unexpected' | 'restart' | 'quit' = 'unexpected';
  #timer: NodeJS.Timeout | undefined;
  #waiting: ((url: string) => void)[] = [];

  constructor(parts: HostParts) {
    this.#parts = parts;
    this.#port = parts.port;
  }

  get state(): ProcessState {
    return this.#state;
  }

  /** Resolves with the loopback address once the server is ready. */
  ready(): Promise<string> {
    if (this.#state.status === 'ready') return Promise.resolve(this.#state.url);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  start(): void {
    clearTimeout(this.#timer);
    this.#ending = 'unexpected';
    this.#isExplained = false;
    this.#become({ status: 'starting', attempt: this.#failures });
    this.#startedMs = this.#parts.nowMs();
    const child = this.#parts.fork();
    const { port1, port2 } = this.#parts.createChannel();
    this.#process = child;
    this.#channel = port1;
    port1.on('message', ({ data }) => this.#received(data));
    port1.start();
    child.on('exit', (code) => this.#ended(child, code));
    const start: HostStart = { dataDir: this.#parts.dataDir, port: this.#port, hosting: this.#hosting };
    child.postMessage(start, [port2]);
  }

  /** Opens the server to the network or changes who may join; null closes it again. Does nothing while the app quits. */
  change(hosting: HostingChoice | null): void {
    if (this.#ending === 'quit') return;
    this.#hosting = hosting;
    this.#failures = 0;
    if (this.#process === undefined) this.start();
    else if (this.#ending !== 'restart') {
      this.#ending = 'restart';
      this.#become({ status: 'starting', attempt: 0 });
      this.#askToEnd(this.#process);
    }
  }

  /**
   * Closes the server to everything outside this computer's networks, while it goes on for those inside; resolves with how many
   * connections that ended. A server that does not do it in time is restarted without what was open.
   */
  async closeOutside(): Promise<number> {
    if (this.#hosting === null) return 0;
    this.#hosting = { ...this.#hosting, outside: false };
    if (this.#state.status === 'ready' && this.#state.hosting !== null) {
      this.#become({ ...this.#state, hosting: { ...this.#state.hosting, outside: false } });
    }
    const child = this.#process;
    const timer = setTimeout(() => child?.kill(), closeTimeoutMs);
    try {
      return await this.ask('close-outside', null);
    } catch {
      return 0;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Asks the server a question.
   * @throws {Error} if the server exits before it answers, or cannot answer.
   */
  async ask<Kind extends QuestionKind>(
    kind: Kind,
    asked: HostQuestions[Kind]['asked'],
  ): Promise<HostQuestions[Kind]['answer']> {
    await this.ready();
    this.#lastId++;
    const id = this.#lastId;
    const answered = new Promise<Answer>((resolve) => this.#asked.set(id, resolve));
    // The compiler cannot see that `kind` and `asked` belong together.
    this.#send({ kind: 'ask', id, question: { kind, asked } as HostQuestion });
    const reply = await answered;
    if (reply.kind === 'no-answer') throw new Error(reply.problem);
    return reply.answer as HostQuestions[Kind]['answer'];
  }

  /** Lets the server finish pending work; resolves once the process is gone. */
  stop(): Promise<void> {
    this.#ending = 'quit';
    clearTimeout(this.#timer);
    const child = this.#process;
    if (child === undefined) {
      this.#become({ status: 'stopped' });
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      child.on('exit', () => resolve());
      this.#askToEnd(child);
    });
  }

  #askToEnd(child: ReturnType<HostParts['fork']>): void {
    const killTimer = setTimeout(() => child.kill(), stopTimeoutMs);
    child.on('exit', () => clearTimeout(killTimer));
    this.#send({ kind: 'stop' });
  }

  #received(reply: HostReply): void {
    switch (reply.kind) {
      case 'ready':
        // If the choice has changed in the meantime, the process is about to restart.
        if (this.#ending === 'unexpected') this.#ready(reply.url, reply.hosting);
        break;
      case 'network-changed':
        this.#networkChanged(reply.addresses);
        break;
      case 'internet-changed':
        this.#internetChanged(reply.internet);
        break;
      case 'answer':
      case 'no-answer':
        this.#asked.get(reply.id)?.(reply);
        this.#asked.delete(reply.id);
        break;
      case 'failed':
        this.#isExplained = true;
        this.#parts.onProblem({ kind: 'failed', detail: reply.problem }, this.#failures + 1);
        break;
    }
  }

  #ready(url: string, opened: HostingReach | null): void {
    const port = Number(new URL(url).port);
    const isElsewhere = port !== this.#port;
    this.#port = port;
    this.#become({ status: 'ready', url, hosting: opened && this.#hosting && { ...this.#hosting, ...opened } });
    if (isElsewhere && opened !== null) this.#parts.onProblem({ kind: 'port-taken', detail: '' }, 0);
    for (const resolve of this.#waiting.splice(0)) resolve(url);
  }

  #networkChanged(addresses: readonly string[]): void {
    if (this.#state.status !== 'ready' || this.#state.hosting === null) return;
    this.#become({ ...this.#state, hosting: { ...this.#state.hosting, addresses } });
    this.#parts.onProblem({ kind: 'network-changed', detail: '' }, 0);
  }

  #internetChanged(internet: Internet): void {
    if (this.#state.status !== 'ready' || this.#state.hosting === null) return;
    this.#become({ ...this.#state, hosting: { ...this.#state.hosting, internet } });
  }

  #ended(child: ReturnType<HostParts['fork']>, code: number): void {
    if (child !== this.#process) return;
    this.#process = undefined;
    this.#channel?.close();
    this.#channel = undefined;
    for (const [id, resolve] of this.#asked) resolve({ kind: 'no-answer', id, problem: 'the server has ended' });
    this.#asked.clear();
    if (this.#ending === 'quit') {
      this.#become({ status: 'stopped' });
      return;
    }
    if (this.#ending === 'restart') {
      this.start();
      return;
    }
    const { failures, delayMs } = restartDelayMs(this.#failures, this.#parts.nowMs() - this.#startedMs);
    this.#failures = failures;
    if (!this.#isExplained)
      this.#parts.onProblem({ kind: 'ended', detail: `the server's process ended with ${code}` }, failures);
    this.#become({ status: 'starting', attempt: failures });
    this.#timer = setTimeout(() => this.start(), delayMs);
  }

  #send(request: HostRequest): void {
    this.#channel?.postMessage(request);
  }

  #become(state: ProcessState): void {
    this.#state = state;
    this.#parts.onState(state);
  }
}
