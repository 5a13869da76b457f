// Electron's fuses: switches in the program itself that electron-builder sets and that nothing can change later.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fuses from '@electron/fuses';
import { parse } from 'yaml';
import { root } from '../run.mjs';

const { FuseV1Options, getCurrentFuseWire } = fuses;
const on = '1'.charCodeAt(0);

/**
 * Reads the fuses back from a packed program.
 * @param {string} program path of the program; on macOS inside its .app
 * @returns {Promise<readonly string[]>} those that are not as electron-builder.yml wants them
 * @throws {Error} if the program has none
 */
export async function wrongFuses(program) {
  const { electronFuses } = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8'));
  const wire = await getCurrentFuseWire(program);
  return Object.entries(electronFuses).flatMap(([name, isWanted]) => {
    const fuse = FuseV1Options[name.charAt(0).toUpperCase() + name.slice(1)];
    return (wire[fuse] === on) === isWanted ? [] : [`${name} is ${isWanted ? 'off' : 'on'}`];
  });
}
