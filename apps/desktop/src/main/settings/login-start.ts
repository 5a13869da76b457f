import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { App } from 'electron';
import type { LoginStart } from '../../shared/app-settings.ts';

/** The argument of a start at login. */
const atLoginSwitch = '--at-login';

export interface LoginStartParts {
  readonly app: Pick<App, 'isPackaged' | 'getLoginItemSettings' | 'setLoginItemSettings'>;
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The path of the app's executable. */
  readonly executable: string;
}

/** Starting the app when the user logs in: by the system's list, on Linux by a file in the autostart folder. */
export interface LoginItem {
  state(): LoginStart;
  /** @throws {Error} if the file cannot be written. */
  set(isOn: boolean): void;
}

export function createLoginItem(parts: LoginStartParts): LoginItem {
  if (!parts.app.isPackaged) return { state: () => 'unavailable', set: () => {} };
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
  };
}

/** The XDG autostart specification: https://specifications.freedesktop.org/autostart-spec/latest/ */
function autostartFile({ environment, home, executable }: LoginStartParts): LoginItem {
  const folder = environment['XDG_CONFIG_HOME'] || join(home, '.config');
  const path = join(folder, 'autostart', 'roomtone.desktop');
  // An AppImage runs from a mount that is gone after it ends.
  const program = environment['APPIMAGE'] ?? executable;
  return {
    state: () => {
      try {
        // Desktops' own dialogs switch entries off this way.
        return /^(Hidden=true|X-GNOME-Autostart-enabled=false)$/m.test(readFileSync(path, 'utf8')) ? 'off' : 'on';
      } catch {
        return 'off';
      }
    },
    set: (isOn) => {
      if (!isOn) {
        rmSync(path, { force: true });
        return;
      }
      mkdirSync(dirname(path), { recursive: true });
      const lines = ['[Desktop Entry]', 'Type=Application', 'Name=Roomtone', 'Icon=roomtone', 'Terminal=false'];
      // Without the program the entry is ignored.
      lines.push(`TryExec=${program.replaceAll('\\', '\\\\')}`);
      writeFileSync(path, `${[...lines, `Exec=${quoted(program)} ${atLoginSwitch}`].join('\n')}\n`);
    },
  };
}

/**
 * A path in an Exec line: quoted as desktop entries require, with `%` doubled, and its backslashes doubled once more
 * because they are part of a string value.
 */
function quoted(path: string): string {
  const escaped = path.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  return `"${escaped.replaceAll('\\', '\\\\')}"`;
}
