import type { MessageChannelMain, MessagePortMain, UtilityProcess } from 'electron';
import type { HostReply, HostRequest, HostStart, LocalSession } from '../shared/host-messages.ts';
import type { HostState } from '../shared/ipc.ts';
import { restartDelayMs } from './restart-policy.ts';

export interface HostParts {
  /** Starts the server's process. */
  readonly fork: () => Pick<UtilityProcess, 'on' | 'postMessage' | 'kill'>;
  readonly createChannel: () => Pick<MessageChannelMain, 'port1' | 'port2'>;
  readonly dataDir: string;
  /** The port of the last run, which links and clients know; 0 for none. */
  readonly port: number;
  /** ms of a clock that never goes back. */
  readonly nowMs: () => number;
  /** Told whenever the state changes. */
  readonly onState: (state: HostState) => void;
  /** Told of what went wrong; `failures` in a row. */
  readonly onProblem: (problem: string, failures: number) => void;
}

/** Less than the system gives an app that quits. */
const giveUpMs = 10_000;

/**
 * The server inside the app, in a process of its own. It is started again whenever it ends unasked, on the same port
 * where that is free, so that clients come back to it by themselves; what it has acknowledged is on disk.
 */
export class Host {
  readonly #parts: HostParts;
  readonly #sessions = new Map<number, (reply: Extract<HostReply, { id: number }>) => void>();
  #state: HostState = { status: 'stopped' };
  #url: string | undefined;
  #process: ReturnType<HostParts['fork']> | undefined;
  #line: MessagePortMain | undefined;
  #port: number;
  #failures = 0;
  #startedMs = 0;
  #lastId = 0;
  #isStopping = false;
  #timer: NodeJS.Timeout | undefined;
  #waiting: ((url: string) => void)[] = [];

  constructor(parts: HostParts) {
    this.#parts = parts;
    this.#port = parts.port;
  }

  /** Where it is, or was before it ended; undefined before it was ready for the first time. */
  get url(): string | undefined {
    return this.#url;
  }

  /** The address, once the server is ready. */
  ready(): Promise<string> {
    if (this.#state.status === 'ready') return Promise.resolve(this.#state.url);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  start(): void {
    this.#become({ status: 'starting', attempt: this.#failures });
    this.#startedMs = this.#parts.nowMs();
    const child = this.#parts.fork();
    const { port1, port2 } = this.#parts.createChannel();
    this.#process = child;
    this.#line = port1;
    port1.on('message', ({ data }) => this.#received(data));
    port1.start();
    child.on('exit', (code) => this.#ended(child, code));
    const start: HostStart = { dataDir: this.#parts.dataDir, port: this.#port };
    child.postMessage(start, [port2]);
  }

  /**
   * Signs in whoever sits here. Earlier sign-ins of the local profile end: ask only when nothing uses one any more.
   * @param name what the profile is to be called when it is made now.
   * @throws when the server ends before it answers, or cannot.
   */
  async openSession(name: string): Promise<LocalSession> {
    await this.ready();
    this.#lastId++;
    const id = this.#lastId;
    const answered = new Promise<Extract<HostReply, { id: number }>>((resolve) => this.#sessions.set(id, resolve));
    this.#send({ kind: 'session', id, name });
    const reply = await answered;
    if (reply.kind === 'no-session') throw new Error(reply.problem);
    return reply.session;
  }

  /** Lets the server finish; resolves once it is gone. */
  stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    const child = this.#process;
    if (child === undefined) {
      this.#become({ status: 'stopped' });
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const impatient = setTimeout(() => child.kill(), giveUpMs);
      child.on('exit', () => {
        clearTimeout(impatient);
        resolve();
      });
      this.#send({ kind: 'stop' });
    });
  }

  #received(reply: HostReply): void {
    switch (reply.kind) {
      case 'ready':
        this.#url = reply.url;
        this.#port = Number(new URL(reply.url).port);
        this.#become({ status: 'ready', url: reply.url });
        for (const resolve of this.#waiting.splice(0)) resolve(reply.url);
        break;
      case 'session':
      case 'no-session':
        this.#sessions.get(reply.id)?.(reply);
        this.#sessions.delete(reply.id);
        break;
      case 'failed':
        if (reply.portTaken) this.#port = 0;
        this.#parts.onProblem(reply.problem, this.#failures + 1);
        break;
    }
  }

  #ended(child: ReturnType<HostParts['fork']>, code: number): void {
    if (child !== this.#process) return;
    this.#process = undefined;
    this.#line?.close();
    this.#line = undefined;
    for (const [id, resolve] of this.#sessions) resolve({ kind: 'no-session', id, problem: 'the server has ended' });
    this.#sessions.clear();
    if (this.#isStopping) {
      this.#become({ status: 'stopped' });
      return;
    }
    const { failures, delayMs } = restartDelayMs(this.#failures, this.#parts.nowMs() - this.#startedMs);
    this.#failures = failures;
    this.#parts.onProblem(`the server's process ended with ${code}`, failures);
    this.#become({ status: 'starting', attempt: failures });
    this.#timer = setTimeout(() => this.start(), delayMs);
  }

  #send(request: HostRequest): void {
    this.#line?.postMessage(request);
  }

  #become(state: HostState): void {
    this.#state = state;
    this.#parts.onState(state);
  }
}
