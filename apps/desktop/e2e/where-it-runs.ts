import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The app's specs run on a real Electron if there is one. A test with one of the first tags runs in one place only.

/** It needs what only the stand-in has: failures on purpose, or a newer Chromium. */
export const standInOnly = { tag: '@stand-in' };
/** It shows what only the real one can prove. */
export const electronOnly = { tag: '@electron' };

/** It takes long, and what it shows is also shown otherwise, if not as broadly: only `npm run test:long` runs it. */
export const longRunsOnly = { tag: '@long' };

export interface WhereOptions {
  /** Where the app of a test runs. */
  runsOn: 'electron' | 'stand-in';
}

/** The real Electron and the app's folder for it; undefined if there is none. */
export const realElectron = findElectron();

function findElectron(): { readonly program: string; readonly app: string } | undefined {
  const { ROOMTONE_REAL_ELECTRON: given, ROOMTONE_REAL_ELECTRON_APP: lowered = '' } = process.env;
  if (given !== undefined) return { program: given, app: lowered };
  const folder = join(createRequire(import.meta.url).resolve('electron'), '..');
  const named = join(folder, 'path.txt');
  if (!existsSync(named)) return undefined;
  const program = join(folder, 'dist', readFileSync(named, 'utf8'));
  return existsSync(program) ? { program, app: fileURLToPath(new URL('..', import.meta.url)) } : undefined;
}
