import { expect, it } from 'vitest';
import { ensureAptLists, provideSystemPackages } from './system-packages.mjs';

it('takes what is there without asking apt', async () => {
  const { system, ran } = machine({ programs: ['chromium', 'apt-get'] });
  expect(await provideSystemPackages(undefined, system)).toEqual({ chromium: '/bin/chromium', missing: [] });
  expect(await provideSystemPackages('/mine', system)).toMatchObject({ chromium: '/mine' });
  expect(ran).toEqual([]);
});

it('installs Chromium as root, reading the package lists only when there are none', async () => {
  const { system, ran } = machine({ programs: ['apt-get'], hasLists: false });
  expect(await provideSystemPackages(undefined, system)).toEqual({ chromium: '/bin/chromium', missing: [] });
  expect(ran).toEqual(['update', 'install -y --no-install-recommends chromium']);
});

it('reads the package lists again when they are too old to install from', async () => {
  const { system, ran } = machine({ programs: ['apt-get'], failures: ['install'] });
  expect(await provideSystemPackages(undefined, system)).toMatchObject({ chromium: '/bin/chromium' });
  expect(ran.map((command) => command.split(' ')[0])).toEqual(['install', 'update', 'install']);
});

it('says what is missing and how to get it where it may not install', async () => {
  const { system, ran } = machine({ programs: ['apt-get'], isRoot: false });
  const { chromium, missing } = await provideSystemPackages(undefined, system);
  expect(chromium).toBeUndefined();
  expect(missing).toEqual([
    { name: 'chromium', reason: expect.stringMatching(/only root.*install Chromium or Chrome/) },
  ]);
  expect(ran).toEqual([]);
});

it('does without apt', async () => {
  const { system } = machine({ programs: ['google-chrome'] });
  const { chromium, missing } = await provideSystemPackages(undefined, system);
  expect(chromium).toBe('/bin/google-chrome');
  expect(missing.map(({ name }) => name)).toEqual(['openttd-openmsx']);
});

it("passes apt's own error on", async () => {
  const { system } = machine({ programs: ['apt-get'], hasLists: false, failures: ['update'] });
  expect(await ensureAptLists(system)).toBe('`apt-get update` failed: E: no mirror');
});

/** A machine whose apt-get installs a program of the package's name; each of `failures` fails once. */
function machine({ programs, isRoot = true, hasLists = true, failures = [] }) {
  const installed = new Set(programs);
  const pending = [...failures];
  const ran = [];
  const system = {
    which: (name) => (installed.has(name) ? `/bin/${name}` : undefined),
    isRoot,
    hasAptLists: () => hasLists || ran.includes('update'),
    write: () => {},
    aptGet: async (args) => {
      ran.push(args.join(' '));
      const failure = pending.indexOf(args[0]);
      if (failure !== -1) {
        pending.splice(failure, 1);
        return { ok: false, output: 'Reading…\nE: no mirror\n' };
      }
      if (args[0] === 'install') installed.add(args.at(-1));
      return { ok: true, output: '' };
    },
  };
  return { system, ran };
}
