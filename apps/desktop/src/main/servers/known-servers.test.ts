import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KnownServers } from './known-servers.ts';

const [ada, eve] = [`${'a'.repeat(42)}Y`, `${'e'.repeat(42)}Y`];
const studio = 'https://192.168.1.5:7420';

let folder: string;
const failed = (problem: string) => {
  throw new Error(problem);
};
const open = () => new KnownServers(join(folder, 'servers.json'), failed);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roomtone-known-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('decision 015: known servers', () => {
  it('outlast the app, and so does the identity of its own server', () => {
    const first = open();
    first.remember({ fingerprint: ada, name: 'Ada', address: studio });
    const next = open();
    expect(next.list()).toEqual([{ id: `key:${ada}`, name: 'Ada', address: studio, isProtected: true }]);
    expect(next.identityOf('own')).toBe(first.identityOf('own'));
    expect(next.identityOf(`key:${ada}`)).toBe(`key:${ada}`);
    expect(next.identityOf('plain:http://192.168.1.5:7420')).toBeUndefined();
  });

  it('are identified by the key: one that has moved is the same, another one at its address is not', () => {
    const known = open();
    known.remember({ fingerprint: ada, name: 'Ada', address: studio });
    known.remember({ fingerprint: ada, name: 'Ada', address: 'https://10.0.0.5:7420' });
    expect(known.at(studio)).toBeUndefined();
    known.remember({ fingerprint: eve, name: 'Eve', address: 'https://10.0.0.5:7420' });
    expect(known.at('https://10.0.0.5:7420')?.fingerprint).toBe(eve);
    expect(known.list().map(({ name }) => name)).toEqual(['Eve', 'Ada']);
    known.forget(`key:${eve}`);
    expect(known.list().map(({ name }) => name)).toEqual(['Ada']);
  });

  it('are limited in number, latest first, and start empty if the file is invalid', () => {
    const known = open();
    for (let port = 1; port <= 60; port++) {
      known.remember({ fingerprint: null, name: String(port), address: `http://studio:${port}` });
    }
    expect(known.list()).toHaveLength(50);
    expect(known.list()[0]?.name).toBe('60');
    writeFileSync(join(folder, 'servers.json'), '{"own": 1}');
    expect(open().list()).toEqual([]);
  });
});
