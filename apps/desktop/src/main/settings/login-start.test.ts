import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoginItemSettings, LoginItemSettingsOptions, Settings } from 'electron';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLoginItem, type LoginStartParts, wasStartedAtLogin } from './login-start.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'roomtone-test-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** The system's list, as Electron keeps it. */
function systemWith(answer: Partial<LoginItemSettings> = {}) {
  const calls: (Settings | LoginItemSettingsOptions | undefined)[] = [];
  const app = {
    isPackaged: true,
    getLoginItemSettings: (options?: LoginItemSettingsOptions) => {
      calls.push(options);
      return { openAtLogin: false, wasOpenedAtLogin: false, ...answer } as LoginItemSettings;
    },
    setLoginItemSettings: (settings: Settings) => void calls.push(settings),
  };
  return { app, calls };
}

function parts(platform: NodeJS.Platform, more: Partial<LoginStartParts> = {}): LoginStartParts {
  return { app: systemWith().app, platform, environment: {}, home, executable: '/opt/Roomtone/roomtone', ...more };
}

describe('starting at login', () => {
  it('is a file in the autostart folder on Linux, which goes again', () => {
    const item = createLoginItem(parts('linux'));
    const path = join(home, '.config/autostart/roomtone.desktop');
    expect(item.state()).toBe('off');
    item.set(true);
    expect(item.state()).toBe('on');
    expect(readFileSync(path, 'utf8')).toBe(
      '[Desktop Entry]\nType=Application\nName=Roomtone\nIcon=roomtone\nTerminal=false\nTryExec=/opt/Roomtone/roomtone\nExec="/opt/Roomtone/roomtone" --at-login\n',
    );
    writeFileSync(path, `${readFileSync(path, 'utf8')}Hidden=true\n`);
    expect(item.state()).toBe('off');
    item.set(false);
    item.set(false);
    expect(item.state()).toBe('off');
  });

  it('starts the AppImage itself, from wherever it is', () => {
    const environment = { APPIMAGE: '/home/ada/My "$music"/100%\\.AppImage', XDG_CONFIG_HOME: join(home, 'elsewhere') };
    createLoginItem(parts('linux', { environment })).set(true);
    const lines = readFileSync(join(home, 'elsewhere/autostart/roomtone.desktop'), 'utf8').split('\n');
    expect(lines).toContain(String.raw`Exec="/home/ada/My \\"\\$music\\"/100%%\\\\.AppImage" --at-login`);
  });

  it('follows an AppImage whose update has another name', () => {
    const path = join(home, '.config/autostart/roomtone.desktop');
    const startFrom = (image: string) => createLoginItem(parts('linux', { environment: { APPIMAGE: image } }));
    startFrom('/home/ada/roomtone-0.0.1.AppImage').set(true);
    const updated = startFrom('/home/ada/roomtone-0.0.2.AppImage');
    updated.renew();
    expect(readFileSync(path, 'utf8')).toContain('TryExec=/home/ada/roomtone-0.0.2.AppImage\n');
    updated.set(false);
    updated.renew();
    expect(updated.state(), 'what is off stays off').toBe('off');
  });

  it('is in the system’s list on Windows and macOS', () => {
    const windows = systemWith({ openAtLogin: true });
    const item = createLoginItem(parts('win32', { app: windows.app }));
    item.set(true);
    expect(item.state()).toBe('on');
    expect(windows.calls).toEqual([{ args: ['--at-login'], openAtLogin: true }, { args: ['--at-login'] }]);
    const mac = systemWith({ openAtLogin: true, status: 'requires-approval' });
    expect(createLoginItem(parts('darwin', { app: mac.app })).state()).toBe('needs-approval');
  });

  it('is only for installed copies', () => {
    const app = { ...systemWith().app, isPackaged: false };
    const item = createLoginItem(parts('linux', { app }));
    item.set(true);
    expect(item.state()).toBe('unavailable');
  });

  it('is recognized by its argument, on macOS by the system', () => {
    expect(wasStartedAtLogin(['roomtone', '--at-login'], parts('linux'))).toBe(true);
    expect(wasStartedAtLogin(['roomtone'], parts('win32'))).toBe(false);
    const { app } = systemWith({ wasOpenedAtLogin: true });
    expect(wasStartedAtLogin(['Roomtone'], parts('darwin', { app }))).toBe(true);
  });
});
