import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../run.mjs';
import { npmTag, publicPackages, publish } from './publish.mjs';
import { readJson } from './set-version.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roomtone-publish-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('what is published on npm', () => {
  it('is every public package, each after those it depends on', () => {
    const names = publicPackages().map(({ name }) => name);
    const all = readdirSync(join(root, 'packages'))
      .map((name) => readJson(join(root, 'packages', name, 'package.json')))
      .filter(({ private: isPrivate }) => isPrivate !== true);
    const server = readJson(join(root, 'apps/server/package.json'));
    expect(names.toSorted()).toEqual([...all.map(({ name }) => name), server.name].toSorted());
    for (const { name, dependencies, peerDependencies } of all) {
      const own = Object.keys({ ...dependencies, ...peerDependencies }).filter((each) => names.includes(each));
      for (const needed of own) expect([name, names.indexOf(needed) < names.indexOf(name)]).toEqual([name, true]);
    }
  });

  it('goes on where an earlier attempt stopped', async () => {
    const [first, ...others] = publicPackages();
    for (const { tarball } of [first, ...others]) writeFileSync(join(folder, tarball), '');
    const published = [];
    const npm = async ([command, what, ...options]) => {
      // `npm run -s` makes the npm below it silent, about errors too.
      expect(options).toContain('--loglevel=error');
      if (command === 'publish') published.push(what);
      if (command === 'view' && !what.startsWith(`${first.name}@`)) return { ok: false, output: 'npm error code E404' };
      return { ok: true, output: `${first.version}\n` };
    };
    await publish(folder, npm, { write: () => {} });
    expect(published).toEqual(others.map(({ tarball }) => join(folder, tarball)));
  });

  it('is nothing if a tarball is missing, or if npm cannot be asked', async () => {
    const [first, ...others] = publicPackages();
    for (const { tarball } of others) writeFileSync(join(folder, tarball), '');
    const commands = [];
    const npm = async ([command]) => {
      commands.push(command);
      return { ok: false, output: 'npm error code ENOTFOUND' };
    };
    await expect(publish(folder, npm)).rejects.toThrow(first.tarball);
    writeFileSync(join(folder, first.tarball), '');
    await expect(publish(folder, npm)).rejects.toThrow('npm does not say');
    expect(commands).toEqual(['view']);
  });

  it('is for everybody, and a beta for those who ask for it', () => {
    expect([npmTag('1.2.3'), npmTag('1.2.3-beta.1')]).toEqual(['latest', 'beta']);
  });
});
