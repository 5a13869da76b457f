import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { stringsFor } from '../strings.ts';
import { menuTemplate } from './menu.ts';

describe('the menu', () => {
  const template = (platform: NodeJS.Platform, isDevelopment = false, languages = ['en-GB'], done: string[] = []) =>
    menuTemplate({
      strings: stringsFor(languages),
      platform,
      isDevelopment,
      openSettings: () => done.push('settings'),
      openHelp: () => done.push('help'),
      openAbout: () => done.push('about'),
      showCrashLog: () => done.push('log'),
      showCrashDumps: () => done.push('dumps'),
      saveReport: () => done.push('report'),
      zoom: (step) => done.push(`zoom ${step}`),
      checkForUpdates: () => done.push('updates'),
    });
  const all = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])]);
  const top = (platform: NodeJS.Platform) => template(platform).map(({ label, role }) => label ?? role);

  it('follows the platform’s conventions', () => {
    expect(top('darwin')).toEqual(['Roomtone', '&File', '&Edit', '&View', '&Window', '&Help']);
    expect(top('win32')).toEqual(['&File', '&Edit', '&View', '&Window', '&Help']);
    for (const platform of ['darwin', 'win32', 'linux'] as const) {
      const labels = all(template(platform)).map(({ label }) => label);
      expect(
        labels.filter((label) => label === 'About Roomtone'),
        platform,
      ).toHaveLength(1);
    }
  });

  it('is completely in the first of the system’s languages that the app has', () => {
    const labels = (...languages: string[]) =>
      all(template('win32', false, languages)).flatMap(({ label }) => label ?? []);
    expect(labels('de-AT', 'en')).toContain('Über Roomtone');
    expect(labels('tlh', 'de')).toContain('&Bearbeiten');
    expect(labels('tlh', 'en-US', 'de')).toContain('&Edit');
    expect(labels('tlh')).toContain('&Help');
    const english = new Set(labels('en'));
    expect(labels('de').filter((label) => english.has(label))).toEqual([]);
  });

  it('has no items for reloading or developer tools in a release', () => {
    const roles = (isDevelopment: boolean) => all(template('linux', isDevelopment)).map(({ role }) => role);
    for (const role of ['reload', 'forceReload', 'toggleDevTools'] as const) expect(roles(false)).not.toContain(role);
    expect(roles(true)).toContain('toggleDevTools');
  });

  it('opens the settings and the help by the keys that people know', () => {
    for (const platform of ['darwin', 'win32', 'linux'] as const) {
      const done: string[] = [];
      const items = all(template(platform, false, ['en'], done));
      const press = (keys: string) => {
        for (const item of items.filter(({ accelerator }) => accelerator === keys)) {
          item.click?.({} as never, undefined, {} as never);
        }
      };
      for (const keys of ['CmdOrCtrl+,', 'F1', 'CmdOrCtrl+Plus', 'CmdOrCtrl+=', 'CmdOrCtrl+-', 'CmdOrCtrl+0'])
        press(keys);
      expect(done, platform).toEqual(['settings', 'help', 'zoom 1', 'zoom 1', 'zoom -1', 'zoom undefined']);
    }
  });

  it('has an item for each thing that a user may want when something goes wrong', () => {
    const done: string[] = [];
    const items = all(template('linux', false, ['en'], done));
    const click = (wanted: string) =>
      items.find(({ label }) => label === wanted)?.click?.({} as never, undefined, {} as never);
    for (const label of ['Save crash report…', 'Show crash log', 'Check for updates…', 'About Roomtone']) click(label);
    expect(done).toEqual(['report', 'log', 'updates', 'about']);
  });
});
