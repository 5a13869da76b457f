import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fingerprint, runSteps } from './steps.mjs';

let root;
let runs;
let step;
let said;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'roomtone-steps-'));
  runs = [];
  said = '';
  put('src/a.ts', 'a');
  step = {
    name: 'a thing',
    inputs: ['src', 'absent'],
    outputs: ['out', '!out/other'],
    run: async ({ force }) => {
      runs.push({ force });
      put('out/a.js', 'built');
      return { ok: true, output: '' };
    },
  };
});
afterEach(() => rmSync(root, { recursive: true }));

it('runs a step once and reports it, then prints nothing', async () => {
  expect(await build()).toEqual({ ok: true });
  expect(said).toMatch(/^Building a thing … \d+\.\d s\n$/);
  said = '';
  await build();
  expect(runs).toHaveLength(1);
  expect(said).toBe('');
});

it('runs again after an input is changed, added or removed', async () => {
  await build();
  put('src/a.ts', 'longer');
  await build();
  put('src/deep/b.ts', 'b');
  await build();
  rmSync(join(root, 'src/deep'), { recursive: true });
  await build();
  expect(runs).toEqual([{ force: false }, { force: false }, { force: false }, { force: false }]);
});

it('runs again, without trusting caches, after an output has disappeared', async () => {
  await build();
  rmSync(join(root, 'out/a.js'));
  await build();
  expect(runs).toEqual([{ force: false }, { force: true }]);
});

it('ignores excluded outputs', async () => {
  put('out/other/x.js', 'from another step');
  await build();
  rmSync(join(root, 'out/other/x.js'));
  await build();
  expect(runs).toHaveLength(1);
});

it('stops at a step that fails, returns its output, and tries it again next time', async () => {
  const failing = { ...step, name: 'a failure', run: async () => ({ ok: false, output: 'the reason' }) };
  const after = { ...step, name: 'the next' };
  expect(await build(failing, after)).toEqual({ ok: false, step: 'a failure', output: 'the reason' });
  expect(said).toMatch(/failed after/);
  expect(runs).toHaveLength(0);
  await build(step, { ...failing, run: step.run });
  expect(runs).toHaveLength(2);
});

it('runs two at a time, and one that reads what another makes after that', async () => {
  const order = [];
  const parts = { first: Promise.withResolvers(), other: Promise.withResolvers() };
  const made = (name, inputs, wait) => ({
    ...{ name, inputs, outputs: [`made/${name}`] },
    run: async () => {
      order.push(`${name} begins`);
      parts[name]?.resolve();
      await wait?.();
      order.push(`${name} ends`);
      return { ok: true, output: '' };
    },
  });
  const steps = [
    // Each of these ends only once the other has begun.
    made('first', ['src'], () => parts.other.promise),
    made('reader', ['made/first/deep', 'made/other'], undefined),
    made('other', ['src'], () => parts.first.promise),
  ];
  expect(await build(...steps)).toEqual({ ok: true });
  // In the order of the list, 'reader' comes before 'other', and so waits only for 'first'.
  expect(order.slice(0, 2)).toEqual(['first begins', 'other begins']);
  expect(order.indexOf('first ends')).toBeLessThan(order.indexOf('reader begins'));
  expect(order).toHaveLength(6);
});

it('notices a change of the same size by its time, and ignores changes in tests', () => {
  const before = fingerprint(root, ['src']);
  put('src/a.test.ts', 'test');
  expect(fingerprint(root, ['src'])).toBe(before);
  utimesSync(join(root, 'src/a.ts'), 1, 1);
  expect(fingerprint(root, ['src'])).not.toBe(before);
});

function build(...steps) {
  return runSteps(steps.length > 0 ? steps : [step], {
    root,
    stampFile: join(root, 'node_modules/stamps.json'),
    write: (text) => {
      said += text;
    },
  });
}

function put(file, content) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}
