import { renameSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { readJsonFile, writeJsonFile } from './json-file.ts';

const Settings = Type.Object(
  {
    /** Closing the last window leaves the app, and the room it hosts, running in the tray. */
    keepInTray: Type.Boolean(),
    /** What is said in the room shows as a notification of the system while the window is not in front. */
    notifications: Type.Boolean(),
    /** The screen and the machine stay awake while one is in a room. */
    keepAwake: Type.Boolean(),
    /** Which new versions are looked for. */
    updates: Type.Union([Type.Literal('stable'), Type.Literal('beta'), Type.Literal('off')]),
  },
  { additionalProperties: false },
);

/** What people choose in the menu. */
export type Settings = Static<typeof Settings>;

export const defaultSettings: Settings = {
  keepInTray: false,
  notifications: true,
  keepAwake: true,
  updates: 'stable',
};

/** The settings, remembered in a file that people may edit while the app is closed. */
export class SettingsFile {
  readonly #path: string;
  #settings: Settings = defaultSettings;
  /** Where a file that could not be read was put; undefined when all was well. */
  readonly keptAside: string | undefined;

  /** @param now ms since 1970, for the name of a file that is put aside. */
  constructor(path: string, now: number) {
    this.#path = path;
    const file = readJsonFile(path, Settings);
    if (file.kind === 'good') this.#settings = file.value;
    if (file.kind === 'bad') {
      this.keptAside = `${path}.bad-${now}`;
      renameSync(path, this.keptAside);
    }
  }

  get settings(): Settings {
    return this.#settings;
  }

  change(change: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...change };
    writeJsonFile(this.#path, this.#settings);
  }
}
