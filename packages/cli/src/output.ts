import { randomUUID } from 'node:crypto';
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
 * output, everything else to standard error. No control character of a server or of another user gets through.
 */
export class Output {
  readonly json: boolean;
  readonly #out: OutputStream;
  readonly #err: OutputStream;
  readonly #env: Readonly<Record<string, string | undefined>>;
  /** Stands for the escape sequences of `styled` until a line is written, because nobody else can know it. */
  readonly #mark = `\ufdd0${randomUUID()}`;

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
  result(data: unknown, line: string): void {
    this.#out.write(`${this.json ? jsonLine(data) : this.#cleaned(line)}\n`);
  }

  /** Words about what is going on, for people only. */
  say(line: string): void {
    if (!this.json) this.#err.write(`${this.#cleaned(line)}\n`);
  }

  /** An error: its code and details for programs, and a line for people. */
  problem(data: object, line: string): void {
    this.#err.write(`${this.json ? jsonLine({ type: 'error', ...data }) : this.#cleaned(line)}\n`);
  }

  /** Text in colour, at a terminal without NO_COLOR. */
  styled(style: Style, text: string): string {
    const { NO_COLOR, TERM } = this.#env;
    const isPlain = !this.isTerminal || (NO_COLOR !== undefined && NO_COLOR !== '') || TERM === 'dumb';
    if (isPlain) return text;
    return styleText(style, cleaned(text), { validateStream: false }).replaceAll('\u001b[', this.#mark);
  }

  #cleaned(line: string): string {
    return cleaned(line).replaceAll(this.#mark, '\u001b[');
  }
}

/** Control and format characters, except those that join letters and emoji. */
const controls = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Text without characters that could move the cursor or change the terminal. */
export function cleaned(text: string): string {
  return text.replace(controls, (character) => (character === '\n' ? character : ''));
}

/** The same in one line, for text from elsewhere. */
export function harmless(text: string): string {
  return cleaned(text).replaceAll('\n', ' ').trim();
}

/** The fields that have a time of the client library, in ms since 1970. */
const timeName = /(At|[uU]ntil)$|^last(Used|Seen|Activity)$|^timestamp$/;

/** JSON in which such characters are escaped, too, and times are ISO 8601. */
function jsonLine(data: unknown): string {
  const written = (name: string, value: unknown) =>
    typeof value === 'number' && timeName.test(name) ? new Date(value).toISOString() : value;
  return JSON.stringify(data, written).replace(
    controls,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}
