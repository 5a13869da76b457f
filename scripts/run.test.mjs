import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { npmCommand, root, runQuietly, tool } from './run.mjs';

it('finds the script of each tool', () => {
  for (const name of ['biome', 'buf', 'playwright', 'spectral', 'tsc', 'vitest']) {
    expect(existsSync(tool(name)), name).toBe(true);
  }
  expect(tool('vite', join(root, 'apps/desktop'))).toContain('vite');
  expect(() => tool('no-such-tool')).toThrow('brings no-such-tool');
});

it('runs npm by its own script if that is known', () => {
  expect(npmCommand({ npm_execpath: '/a folder/npm-cli.js' })).toEqual([process.execPath, '/a folder/npm-cli.js']);
  for (const npm_execpath of [undefined, '/usr/bin/yarn']) expect(npmCommand({ npm_execpath })).toEqual(['npm']);
});

it('runs a tool in a folder, and with arguments, that have spaces and letters beyond ASCII', async () => {
  const folder = project();
  const { ok, output } = await runQuietly(process.execPath, [tool('says', folder), 'First evening – Übung', '$HOME;']);
  expect([ok, output]).toEqual([true, 'First evening – Übung|$HOME;']);
});

/** A folder whose only package brings a tool that prints its arguments. */
function project() {
  const folder = mkdtempSync(join(tmpdir(), 'First evening – Übung '));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const installed = join(folder, 'node_modules/@some/package');
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ devDependencies: { '@some/package': '1.0.0' } }));
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ bin: { says: 'says.cjs' } }));
  writeFileSync(join(installed, 'says.cjs'), "process.stdout.write(process.argv.slice(2).join('|'));");
  return folder;
}
