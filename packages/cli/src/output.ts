import { styleText } from 'node:util';

/** The parts of a stream that output needs. */
export interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export type Style = Parameters<typeof styleText>[0];

/**
 * The output of a command: words with colour at a terminal, plain lines elsewhere, or one JSON object a line. Results go to standard
 * output, everything else to standard error.
 */
export class Output {
  readonly json: boolean;
  readonly #out: OutputStream;
  readonly #err: OutputStream;
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(
    streams: {
      readonly stdout: OutputStream;
      readonly stderr: OutputStream;
      readonly env: Readonly<Record<string, string | undefined>>;
    },
    json: boolean,
  ) {
    this.json = json;
    this.#out = streams.stdout;
    this.#err = streams.stderr;
    this.#env = streams.env;
  }

  /** True if results go to a person at a terminal. */
  get isTerminal(): boolean {
    return this.#out.isTTY === true && !this.json;
  }

  /** Where progress is shown. */
  get progress(): OutputStream {
    return this.json ? { write() {} } : this.#err;
  }

  get columns(): number {
    return this.#out.columns ?? 80;
  }

  /** A result: an object for programs, and a line for people. */
  result(data: object, line: string): void {
    this.#out.write(`${this.json ? JSON.stringify(data) : line}\n`);
  }

  /** Words about what is going on, for people only. */
  say(line: string): void {
    if (!this.json) this.#err.write(`${line}\n`);
  }

  /** Text in colour, at a terminal without NO_COLOR. */
  styled(style: Style, text: string): string {
    const { NO_COLOR, TERM } = this.#env;
    const isPlain = !this.isTerminal || (NO_COLOR !== undefined && NO_COLOR !== '') || TERM === 'dumb';
    return isPlain ? text : styleText(style, text, { validateStream: false });
  }
}

/** Text from elsewhere without characters that could move the cursor or change the terminal. */
export function harmless(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => (character === '\n' ? ' ' : '')).trim();
}
