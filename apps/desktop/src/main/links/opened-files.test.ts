import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maxMidiFileBytes } from '../../shared/midi-file.ts';
import { midiFileAmong, OpenedFiles } from './opened-files.ts';

let folder: string;
let said: string[];
let files: OpenedFiles;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roomtone-test-'));
  said = [];
  files = new OpenedFiles({
    reportProblem: (problem, path) => said.push(`${problem}: ${path}`),
    showHome: () => said.push('home'),
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the file in the arguments of a start', () => {
  it('is the first that is named like a MIDI file, relative to the folder of that start', () => {
    expect(midiFileAmong(['/opt/a.mid', '.', '--x=b.mid', 'Études.MIDI', 'c.mid'], '/music')).toBe(
      resolve('/music', 'Études.MIDI'),
    );
    expect(midiFileAmong(['roomtone', '/elsewhere/d.mid'], '/music')).toBe(resolve('/elsewhere/d.mid'));
  });

  it('may be a file: URL, as on Linux', () => {
    const path = resolve('/music/One & two.mid');
    expect(midiFileAmong(['roomtone', pathToFileURL(path).href], '/')).toBe(path);
    expect(midiFileAmong(['roomtone', 'file:///%2F.mid'], '/')).toBeUndefined();
  });

  it.each(['roomtone://join?at=a.mid', 'https://roomtone.example/a.mid', 'a.midd', 'mid', '--a.mid'])(
    'is not %s',
    (arg) => expect(midiFileAmong(['roomtone', arg], '/')).toBeUndefined(),
  );
});

describe('a MIDI file that opens the app', () => {
  it('waits for the window, which takes it once; of several files the last one counts', async () => {
    for (const name of ['a.mid', 'b.mid']) {
      writeFileSync(join(folder, name), `MThd ${name}`);
      await files.open(join(folder, name));
    }
    expect(said).toEqual(['home', 'home']);
    expect(files.take()).toEqual({ name: 'b.mid', bytes: new Uint8Array(Buffer.from('MThd b.mid')) });
    expect(files.take()).toBeNull();
  });

  it('is reported if it cannot be read, or is larger than a dropped file may be', async () => {
    const at = (name: string) => join(folder, `${name}.mid`);
    const [absent, aFolder, large] = [at('absent'), at('folder'), at('large')];
    mkdirSync(aFolder);
    writeFileSync(large, '');
    truncateSync(large, maxMidiFileBytes + 1);
    const other = join(folder, 'letter.txt');
    writeFileSync(other, 'MThd');
    for (const path of [absent, aFolder, other, large]) await files.open(path);
    expect(said).toEqual([...[absent, aFolder, other].map((path) => `unreadable: ${path}`), `too large: ${large}`]);
    expect(files.take()).toBeNull();
    truncateSync(large, maxMidiFileBytes);
    await files.open(large);
    expect(files.take()?.bytes).toHaveLength(maxMidiFileBytes);
  });
});
