import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** One line of a client's output. */
export type ClientEvent = { readonly event: string } & Record<string, unknown>;

/** A client in another language: it reads commands from its standard input and prints a JSON object a line. */
export class ClientProgram {
  readonly events: ClientEvent[] = [];
  errors = '';
  /** Resolves with the exit status. */
  readonly ended: Promise<number | null>;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  #taken = 0;
  #wake = () => {};

  constructor([program = '', ...args]: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.#child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    this.#child.stdin.on('error', () => undefined);
    this.#child.stderr.on('data', (chunk) => {
      this.errors += chunk;
    });
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      this.events.push(JSON.parse(line));
      this.#wake();
    });
    this.ended = once(this.#child, 'close').then(([status]) => {
      this.#wake();
      return status;
    });
  }

  type(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }

  /** Resolves with the next event of this kind; others before it are skipped. */
  async take(event: string): Promise<ClientEvent> {
    for (;;) {
      const next = this.events[this.#taken];
      if (next !== undefined) {
        this.#taken++;
        if (next.event === event) return next;
        continue;
      }
      if (this.#child.exitCode !== null) throw new Error(`the client ended without ${event}: ${this.errors}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }
}
