// The settings that electron-builder needs in order to sign, from a release workflow's secrets. A secret that does not exist arrives as
// an empty variable, which electron-builder would take for a certificate at the path "".
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const certificates = ['CSC_LINK', 'CSC_KEY_PASSWORD', 'WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'];
const appleKey = ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'];

/**
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.ProcessEnv} env as the workflow sets it. APPLE_API_KEY is the text of a .p8 file, or its path.
 * @param {string} folder for the .p8 file, outside what is packed
 * @returns {{ changes: NodeJS.ProcessEnv, options: readonly string[] }} what to change in the environment of electron-builder
 *   (undefined removes a variable), and its options
 * @throws {Error} if only a part of Apple's key is set
 */
export function signing(platform, env, folder) {
  const empty = [...certificates, ...appleKey].filter((name) => env[name]?.trim() === '');
  const changes = Object.fromEntries(empty.map((name) => [name, undefined]));
  const kept = { ...env, ...changes };
  const missing = appleKey.filter((name) => kept[name] === undefined);
  if (missing.length > 0 && missing.length < appleKey.length) {
    throw new Error(`${appleKey.join(', ')} belong together, and ${missing.join(' and ')} is missing.`);
  }
  if (kept.APPLE_API_KEY?.includes('PRIVATE KEY')) {
    const path = join(folder, `AuthKey_${kept.APPLE_API_KEY_ID}.p8`);
    writeFileSync(path, `${kept.APPLE_API_KEY.trim()}\n`, { mode: 0o600 });
    changes.APPLE_API_KEY = path;
  }
  if (platform !== 'darwin' || kept.CSC_LINK !== undefined || kept.CSC_NAME !== undefined) {
    return { changes, options: [] };
  }
  // Apple's processors start no program without a signature. One made ad hoc has no team, so that with the hardened runtime
  // the app would refuse its own libraries.
  return { changes, options: ['-c.mac.identity=-', '-c.mac.hardenedRuntime=false', '-c.mac.notarize=false'] };
}
