import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import type { LoginStart } from '../../shared/app-settings.ts';
import { type AppPlace, programOf, writeDesktopEntry } from './desktop-entry.ts';

/** The argument of a start at login. */
const atLoginSwitch = '--at-login';

export interface LoginStartParts extends AppPlace {
  readonly app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>;
  readonly platform: NodeJS.Platform;
}

/** Starting the app when the user logs in: by the system's list, on Linux by a file in the autostart folder. */
export interface LoginItem {
  state(): LoginStart;
  /** @throws {Error} if the file cannot be written. */
  set(isOn: boolean): void;
  /** Call it at each start: an update may have given the program another name. */
  renew(): unknown;
}

export function createLoginItem(parts: LoginStartParts): LoginItem {
  if (!parts.app.isPackaged) return { state: () => 'unavailable', set: () => {}, renew: () => {} };
  return parts.platform === 'linux' ? autostartFile(parts) : systemItem(parts);
}

/** True if this start was one at login. */
export function wasStartedAtLogin(
  args: readonly string[],
  { app, platform }: Pick<LoginStartParts, 'app' | 'platform'>,
): boolean {
  if (platform === 'darwin') return app.isPackaged && app.getLoginItemSettings().wasOpenedAtLogin;
  return args.includes(atLoginSwitch);
}

/** Windows finds its entry again only by the same arguments; macOS has none. */
function systemItem({ app, platform }: LoginStartParts): LoginItem {
  const options = platform === 'win32' ? { args: [atLoginSwitch] } : {};
  return {
    state: () => {
      const { openAtLogin, status } = app.getLoginItemSettings(options);
      if (status === 'requires-approval') return 'needs-approval';
      return openAtLogin ? 'on' : 'off';
    },
    set: (isOn) => app.setLoginItemSettings({ ...options, openAtLogin: isOn }),
    renew: () => {},
  };
}

/** The XDG autostart specification: https://specifications.freedesktop.org/autostart-spec/latest/ */
function autostartFile(place: LoginStartParts): LoginItem {
  const folder = place.environment['XDG_CONFIG_HOME'] || join(place.home, '.config');
  const path = join(folder, 'autostart', 'roomtone.desktop');
  const state = (): LoginStart => {
    try {
      // Desktops' own dialogs switch entries off this way.
      return /^(Hidden=true|X-GNOME-Autostart-enabled=false)$/m.test(readFileSync(path, 'utf8')) ? 'off' : 'on';
    } catch {
      return 'off';
    }
  };
  const set = (isOn: boolean) => {
    if (isOn) writeDesktopEntry(path, { program: programOf(place), args: atLoginSwitch });
    else rmSync(path, { force: true });
  };
  return { state, set, renew: () => state() === 'on' && set(true) };
}
