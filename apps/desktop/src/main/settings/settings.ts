import { renameSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { JsonWriter, readJsonFile } from './json-file.ts';

const Settings = Type.Object(
  {
    /** Closing the last window leaves the app, and the room it hosts, running in the tray. */
    keepInTray: Type.Boolean(),
    /** Chat messages appear as system notifications while the window is not in front. */
    notifications: Type.Boolean(),
    /** The machine and its screen stay awake while the user is in a room. */
    keepAwake: Type.Boolean(),
    /** The channel for new versions. */
    updates: Type.Union([Type.Literal('stable'), Type.Literal('beta'), Type.Literal('off')]),
  },
  { additionalProperties: false },
);

/** The settings that the user chooses in the menu. */
export type Settings = Static<typeof Settings>;

export const defaultSettings: Settings = {
  keepInTray: false,
  notifications: true,
  keepAwake: true,
  updates: 'stable',
};

/** The settings, in a file that the user may edit while the app is closed. */
export class SettingsFile {
  readonly #writer: JsonWriter;
  #settings: Settings = defaultSettings;
  /** The new path of a file that could not be read; undefined if there was no problem. */
  readonly setAsidePath: string | undefined;

  /**
   * @param now ms since 1970, for the name of a file that is set aside.
   * @param report called if the file cannot be written.
   */
  constructor(path: string, now: number, report: (problem: string, error: unknown) => void) {
    this.#writer = new JsonWriter(path, report);
    const file = readJsonFile(path, Settings);
    if (file.kind === 'good') this.#settings = file.value;
    if (file.kind === 'bad') {
      this.setAsidePath = `${path}.bad-${now}`;
      renameSync(path, this.setAsidePath);
    }
  }

  get settings(): Settings {
    return this.#settings;
  }

  change(change: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...change };
    this.#writer.write(this.#settings);
  }
}
