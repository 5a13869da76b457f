import Type, { type Static } from 'typebox';
import { Joining } from '../../shared/hosting.ts';
import { JsonWriter, readJsonFile } from './json-file.ts';

/** The port that other people's apps try first. */
const defaultPort = 7420;

const Remembered = Type.Object(
  {
    /** The port of the server inside the app. */
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    /** The guests and users of the time when the server was open last. */
    joining: Joining,
    window: Type.Union([
      Type.Null(),
      Type.Object({
        x: Type.Integer(),
        y: Type.Integer(),
        width: Type.Integer({ minimum: 1 }),
        height: Type.Integer({ minimum: 1 }),
        isMaximized: Type.Boolean(),
        isFullScreen: Type.Boolean(),
      }),
    ]),
  },
  { additionalProperties: false },
);

/** The state that one run leaves for the next. Nobody edits it, so an invalid file counts as none. */
export type Remembered = Static<typeof Remembered>;
export type WindowState = NonNullable<Remembered['window']>;

export class RememberedFile {
  readonly #writer: JsonWriter;
  #value: Remembered;

  /** @param report called if the file cannot be written. */
  constructor(path: string, report: (problem: string, error: unknown) => void) {
    this.#writer = new JsonWriter(path, report);
    const file = readJsonFile(path, Remembered);
    this.#value = file.kind === 'good' ? file.value : { port: defaultPort, joining: 'added', window: null };
  }

  get value(): Remembered {
    return this.#value;
  }

  change(change: Partial<Remembered>): void {
    this.#value = { ...this.#value, ...change };
    this.#writer.write(this.#value);
  }
}
