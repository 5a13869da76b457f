import type { MessageChannelMain, MessagePortMain, UtilityProcess } from 'electron';
import type { LibraryStatus } from '../../shared/library/library.ts';
import type {
  LibraryQuestion,
  LibraryQuestionKind,
  LibraryQuestions,
  LibraryReply,
  LibraryStart,
} from '../../shared/library-messages.ts';

export interface LibraryProcessParts {
  readonly fork: () => Pick<UtilityProcess, 'on' | 'postMessage' | 'kill'>;
  readonly createChannel: () => Pick<MessageChannelMain, 'port1' | 'port2'>;
  /** Where the index is stored. */
  readonly dataFolder: string;
  readonly onStatus: (status: LibraryStatus) => void;
  readonly report: (problem: string) => void;
}

interface Asked {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** The process of the MIDI library. It starts when a window first asks it something, and again after an unexpected end. */
export class LibraryProcess {
  readonly #parts: LibraryProcessParts;
  readonly #asked = new Map<number, Asked>();
  #process: ReturnType<LibraryProcessParts['fork']> | undefined;
  #port: MessagePortMain | undefined;
  #lastId = 0;
  #isStopped = false;

  constructor(parts: LibraryProcessParts) {
    this.#parts = parts;
  }

  /** @throws {Error} if the process ends before it answers, or cannot answer. */
  ask<Kind extends LibraryQuestionKind>(
    kind: Kind,
    asked: LibraryQuestions[Kind]['asked'],
  ): Promise<LibraryQuestions[Kind]['answer']> {
    if (this.#isStopped) return Promise.reject(new Error('the app is quitting'));
    const port = this.#port ?? this.#start();
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      // Kind and question belong together.
      port.postMessage({ id, kind, asked } as LibraryQuestion);
    });
  }

  stop(): void {
    this.#isStopped = true;
    this.#process?.kill();
  }

  #start(): MessagePortMain {
    const child = this.#parts.fork();
    const { port1, port2 } = this.#parts.createChannel();
    this.#process = child;
    this.#port = port1;
    port1.on('message', ({ data }: { data: LibraryReply }) => this.#received(data));
    port1.start();
    child.on('exit', (code) => {
      if (this.#process !== child) return;
      this.#process = undefined;
      this.#port = undefined;
      for (const { reject } of this.#asked.values()) reject(new Error('the library process has ended'));
      this.#asked.clear();
      if (!this.#isStopped) this.#parts.report(`the library process ended with ${code}`);
    });
    const start: LibraryStart = { dataFolder: this.#parts.dataFolder };
    child.postMessage(start, [port2]);
    return port1;
  }

  #received(reply: LibraryReply): void {
    switch (reply.kind) {
      case 'status':
        this.#parts.onStatus(reply.status);
        break;
      case 'problem':
        this.#parts.report(reply.problem);
        break;
      default: {
        const waiting = this.#asked.get(reply.id);
        this.#asked.delete(reply.id);
        if (reply.kind === 'answer') waiting?.resolve(reply.answer as never);
        else waiting?.reject(new Error(reply.problem));
      }
    }
  }
}
