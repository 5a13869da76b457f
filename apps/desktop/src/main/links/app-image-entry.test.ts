import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { claimForAppImage } from './app-image-entry.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'roomtone-test-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** The programs that run, and the problems, when the app starts from that file. */
async function startFrom(image: string | undefined, run = async () => {}): Promise<string[]> {
  const done: string[] = [];
  await claimForAppImage({
    platform: 'linux',
    environment: { APPIMAGE: image },
    home,
    executable: '/tmp/.mount_roomto/roomtone',
    run: async (program, args) => {
      done.push([program, ...args].join(' '));
      await run();
    },
    report: (problem) => done.push(problem),
  });
  return done;
}
const entry = () => readFileSync(join(home, '.local/share/applications/roomtone.desktop'), 'utf8').split('\n');
const claims = 'xdg-mime default roomtone.desktop x-scheme-handler/roomtone';

it('an AppImage opens links and MIDI files, also after an update with another name', async () => {
  expect(await startFrom('/home/ada/roomtone-0.0.1.AppImage')).toEqual([claims]);
  expect(entry()).toContain('Exec="/home/ada/roomtone-0.0.1.AppImage" %U');
  expect(entry()).toContain('MimeType=audio/midi;audio/x-midi;x-scheme-handler/roomtone;');
  expect(await startFrom('/home/ada/roomtone-0.0.1.AppImage'), 'nothing has changed').toEqual([]);
  expect(await startFrom('/home/ada/roomtone-0.0.2.AppImage')).toEqual([claims]);
  expect(entry()).toContain('TryExec=/home/ada/roomtone-0.0.2.AppImage');
});

it('a package that is installed brings its own entry', async () => {
  expect(await startFrom(undefined)).toEqual([]);
  expect(readdirSync(home)).toEqual([]);
});

it('a desktop without xdg-mime starts the app all the same', async () => {
  const missing = () => Promise.reject(new Error('ENOENT'));
  expect((await startFrom('/home/ada/roomtone.AppImage', missing)).at(-1)).toBe('links will not open this AppImage');
});
