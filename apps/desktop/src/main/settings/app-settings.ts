import type { AppSettings, SettingsChange } from '../../shared/app-settings.ts';
import type { LoginItem } from './login-start.ts';
import type { SettingsFile } from './settings.ts';

export interface AppSettingsParts {
  readonly file: SettingsFile;
  readonly loginItem: LoginItem;
  readonly version: string;
  readonly platform: string;
  readonly hasUpdates: boolean;
  readonly dataFolder: string;
  /** Called with every change, wherever it was made. */
  readonly changed: (now: AppSettings) => void;
}

/** The app's settings for its windows and its menu. */
export class AppSettingsController {
  readonly #parts: AppSettingsParts;

  constructor(parts: AppSettingsParts) {
    this.#parts = parts;
  }

  get current(): AppSettings {
    const { file, loginItem, version, platform, hasUpdates, dataFolder } = this.#parts;
    return { settings: file.settings, loginStart: loginItem.state(), version, platform, hasUpdates, dataFolder };
  }

  change(change: SettingsChange): AppSettings {
    this.#parts.file.change(change);
    return this.#publish();
  }

  /** @throws {Error} if the system's list or file cannot be written. */
  startAtLogin(isOn: boolean): AppSettings {
    this.#parts.loginItem.set(isOn);
    return this.#publish();
  }

  #publish(): AppSettings {
    const now = this.current;
    this.#parts.changed(now);
    return now;
  }
}
