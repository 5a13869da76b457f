import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RememberedFile } from './remembered.ts';
import { defaultSettings, SettingsFile } from './settings.ts';

let folder: string;
const failed = (problem: string) => expect.fail(problem);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roomtone-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('settings', () => {
  it('have defaults without a file, and are saved when they change', () => {
    const path = join(folder, 'deep/settings.json');
    const first = new SettingsFile(path, 1, failed);
    expect(first.settings).toEqual(defaultSettings);
    first.change({ notifications: false });
    const again = new SettingsFile(path, 2, failed);
    expect(again.settings).toEqual({ ...defaultSettings, notifications: false });
    expect(again.setAsidePath).toBeUndefined();
  });

  it.each(['', '{', 'null', '[]', '{"keepInTray":"yes"}', '{"keepInTray":true}'])(
    'in an unreadable file are replaced by defaults, and the file is set aside unchanged: %s',
    (text) => {
      const path = join(folder, 'settings.json');
      writeFileSync(path, text);
      const file = new SettingsFile(path, 1234, failed);
      expect(file.settings).toEqual(defaultSettings);
      expect(file.setAsidePath).toBe(`${path}.bad-1234`);
      expect(readFileSync(`${path}.bad-1234`, 'utf8')).toBe(text);
      file.change({ keepAwake: false });
      expect(new SettingsFile(path, 5, failed).settings.keepAwake).toBe(false);
    },
  );

  it('leave no temporary files behind', () => {
    const file = new SettingsFile(join(folder, 'settings.json'), 1, failed);
    file.change({ keepInTray: true });
    file.change({ keepInTray: false });
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });
});

describe('the state of the last run', () => {
  it('has defaults if the file is invalid, and is saved when it changes', () => {
    const path = join(folder, 'remembered.json');
    writeFileSync(path, '{"port": 99999, "window": null}');
    const file = new RememberedFile(path, failed);
    expect(file.value).toEqual({ port: 7420, joining: 'added', window: null });
    file.change({ port: 7421 });
    expect(new RememberedFile(path, failed).value).toEqual({ port: 7421, joining: 'added', window: null });
  });
});
