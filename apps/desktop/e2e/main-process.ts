import { once } from 'node:events';
import type * as Electron from 'electron';

interface Answer {
  readonly id: number;
  readonly error?: { readonly message: string };
  readonly result?: {
    readonly result: { readonly value?: unknown };
    readonly exceptionDetails?: { readonly exception?: { readonly description?: string } };
  };
}

/** Electron's main process, by the protocol of Node's debugger: https://chromedevtools.github.io/devtools-protocol/v8/Runtime/ */
export class MainProcess {
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (answer: Answer) => void>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const answer: Answer = JSON.parse(data);
      this.#answers.get(answer.id)?.(answer);
      this.#answers.delete(answer.id);
    });
    socket.addEventListener('close', () => {
      for (const [id, answered] of this.#answers) answered({ id, error: { message: 'the main process is gone' } });
      this.#answers.clear();
    });
  }

  /** Call it once the app runs: a `require` that is asked for too early is missing for good. */
  static async attach(address: string): Promise<MainProcess> {
    const socket = new WebSocket(address);
    await once(socket, 'open');
    return new MainProcess(socket);
  }

  async evaluate<Result, Arg = undefined>(
    run: (parts: typeof Electron, arg: Arg) => Result,
    arg?: Arg,
  ): Promise<Awaited<Result>> {
    const { error, result } = await this.#ask('Runtime.evaluate', {
      expression: `(async () => (${run})(require('electron'), ${JSON.stringify(arg)}))()`,
      // It has `require`.
      includeCommandLineAPI: true,
      awaitPromise: true,
      returnByValue: true,
    });
    const problem = error?.message ?? result?.exceptionDetails?.exception?.description;
    if (problem !== undefined) throw new Error(problem);
    return result?.result.value as Awaited<Result>;
  }

  leave(): void {
    this.#socket.close();
  }

  #ask(method: string, params: object): Promise<Answer> {
    this.#lastId++;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ id, method, params }));
      else this.#answers.get(id)?.({ id, error: { message: 'the main process is gone' } });
    });
  }
}
