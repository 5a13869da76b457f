import { renameSync } from 'node:fs';
import { Settings } from '../../shared/app-settings.ts';
import { JsonWriter, readJsonFile } from './json-file.ts';

export const defaultSettings: Settings = {
  keepInTray: false,
  notifications: true,
  keepAwake: true,
  updates: 'stable',
  textSize: 100,
  hostAtLogin: false,
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
