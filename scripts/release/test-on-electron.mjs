// Runs the desktop app's tests on the real Electron, and fails if any of them ran on the stand-in.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findElectron } from '../electron.mjs';
import { root, runVisibly } from '../run.mjs';

if (findElectron() === undefined) throw new Error('Electron is not here: node scripts/electron.mjs fetches it.');
const specs = readdirSync(join(root, 'apps/desktop/e2e')).filter((name) => /^desktop-.*\.spec\.ts$/.test(name));
const playwright = join(root, 'node_modules/@playwright/test/cli.js');
const command = [
  process.execPath,
  playwright,
  'test',
  '--workers=1',
  ...specs.map((name) => `apps/desktop/e2e/${name}`),
];
const [program, ...args] = process.platform === 'linux' ? ['xvfb-run', '-a', ...command] : command;
// Friends outside the app use a browser.
const { code } = await runVisibly(program, args, { env: { ROOMTONE_CHROMIUM: chromium.executablePath() } });
process.exitCode = code ?? 1;
