import { endBackend } from './advisory-locks.ts';
import type { Backend, Session } from './session.ts';

const reconnectMs = 250;

export interface WriterOptions {
  /** Connects and takes the locks that the writer needs. */
  open(onEnd: () => void, prepare: (session: Session) => Promise<void>): Promise<Session>;
  /** Tells errors that trying again does not help with. */
  isFinal(error: unknown): boolean;
  onFailure(error: Error): void;
}

/**
 * The one connection on which this process writes, and which holds its lock on the database. A lost one is replaced, after the
 * database has ended its side of it. So no two connections of a service ever write at the same time.
 */
export class Writer {
  readonly #options: WriterOptions;
  #session: Session | undefined;
  #backend: Backend | undefined;
  #isClosed = false;
  #waiting: (() => void)[] = [];

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** Connects for the first time. @throws if that fails. */
  async open(): Promise<void> {
    let session: Session | undefined;
    const onEnd = () => {
      // A connection that never opened is not replaced.
      if (session !== undefined && session === this.#session) this.#replace();
    };
    session = await this.#options.open(onEnd, async (fresh) => {
      if (this.#backend !== undefined) await endBackend(fresh, this.#backend);
    });
    try {
      this.#backend = await session.backend();
    } catch (error) {
      session.destroy();
      throw error;
    }
    if (this.#isClosed) return session.end();
    this.#session = session;
    for (const resolve of this.#waiting.splice(0)) resolve();
    // Lost before it was kept.
    if (!session.isUsable) onEnd();
  }

  get isConnected(): boolean {
    return this.#session?.isUsable === true;
  }

  /** Resolves with the connection once there is one; with undefined once closed. */
  async session(): Promise<Session | undefined> {
    while (!this.isConnected && !this.#isClosed) {
      // The event of its end may still be on its way.
      if (this.#session !== undefined) this.#replace();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this.#session;
  }

  tick(maxTicks: number): void {
    this.#session?.tick(maxTicks);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const session = this.#session;
    this.#session = undefined;
    for (const resolve of this.#waiting.splice(0)) resolve();
    await session?.end();
  }

  #replace(): void {
    this.#session = undefined;
    const attempt = () => {
      if (this.#isClosed) return;
      this.open().catch((error: unknown) => {
        if (this.#isClosed) return;
        if (this.#options.isFinal(error)) this.#options.onFailure(error as Error);
        else setTimeout(attempt, reconnectMs).unref();
      });
    };
    attempt();
  }
}
