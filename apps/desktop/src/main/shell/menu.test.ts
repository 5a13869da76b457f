import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { defaultSettings, type Settings } from '../settings/settings.ts';
import { stringsFor } from '../strings.ts';
import { menuTemplate } from './menu.ts';

describe('the menu', () => {
  const template = (
    platform: NodeJS.Platform,
    isDevelopment = false,
    change: (made: Partial<Settings>) => void = () => {},
    languages = ['en-GB'],
  ) =>
    menuTemplate({
      strings: stringsFor(languages),
      platform,
      isDevelopment,
      settings: defaultSettings,
      change,
      openAbout: () => {},
      showCrashLog: () => {},
      checkForUpdates: () => {},
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
      all(template('win32', false, () => {}, languages)).flatMap(({ label }) => label ?? []);
    expect(labels('de-AT', 'en')).toContain('Über Roomtone');
    expect(labels('fr', 'de')).toContain('&Bearbeiten');
    expect(labels('fr', 'en-US', 'de')).toContain('&Edit');
    expect(labels('tlh')).toContain('&Help');
    const english = new Set(labels('en'));
    expect(labels('de').filter((label) => english.has(label))).toEqual([]);
  });

  it('has no items for reloading or developer tools in a release', () => {
    const roles = (isDevelopment: boolean) => all(template('linux', isDevelopment)).map(({ role }) => role);
    for (const role of ['reload', 'forceReload', 'toggleDevTools'] as const) expect(roles(false)).not.toContain(role);
    expect(roles(true)).toContain('toggleDevTools');
  });

  it('changes the settings that it shows', () => {
    const made: Partial<Settings>[] = [];
    const boxes = all(template('linux', false, (change) => made.push(change))).filter(
      ({ type }) => type === 'checkbox',
    );
    for (const box of boxes) box.click?.({ checked: !box.checked } as never, undefined, {} as never);
    expect(Object.assign({}, ...made)).toEqual({ notifications: false, keepAwake: false, keepInTray: true });
  });

  it('chooses the channel for updates', () => {
    const made: Partial<Settings>[] = [];
    const choices = all(template('linux', false, (change) => made.push(change))).filter(({ type }) => type === 'radio');
    expect(choices.map(({ checked }) => checked)).toEqual([true, false, false]);
    for (const choice of choices) choice.click?.({} as never, undefined, {} as never);
    expect(made).toEqual([{ updates: 'stable' }, { updates: 'beta' }, { updates: 'off' }]);
  });
});
