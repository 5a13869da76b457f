// `node scripts/release/finish-release.mjs <folder>`: combines what several machines have packed into one release. It
// merges and signs their update lists, and writes the bill of materials and the checksums.
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { constants, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { signedText } from '../../apps/desktop/src/main/updates/update-signature.ts';
import { isEntry, root, runQuietly } from '../run.mjs';
import { billOfMaterials } from './bill-of-materials.mjs';
import { MissingPackage, writeManifests } from './manifests.mjs';

/**
 * Merges the update lists that machines of one system have made, and signs every file.
 * @param {readonly string[]} lists YAML of electron-builder, for one channel of one system
 * @param {import('node:crypto').KeyObject} [key] Ed25519; without it nothing is signed, and no app installs the
 *   update
 * @returns {string} YAML
 */
export function joinUpdateLists(lists, key) {
  const [first, ...others] = lists.map((list) => parse(list));
  if (others.some(({ version }) => version !== first.version)) throw new Error('The lists are of several versions.');
  const files = [first, ...others].flatMap((list) => list.files);
  const signed = files.map((file) => ({
    ...file,
    ...(key && { signature: signatureOf(first.version, file.sha512, key) }),
  }));
  return stringify({ ...first, files: signed });
}

function signatureOf(version, sha512, key) {
  return sign(null, Buffer.from(signedText(version, sha512)), key).toString('base64');
}

/** The SHA-256 of every file, in the format of `sha256sum -c`. */
function checksums(folder) {
  const line = (name) =>
    `${createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')}  ${name}\n`;
  return readdirSync(folder).sort().map(line).join('');
}

/**
 * @param {string} folder has a folder for each machine; afterwards it holds all released files itself
 * @throws {Error} if two machines bring a file of the same name: only one of them could be what was tested.
 */
async function finish(folder, updateKey) {
  const key = updateKey && createPrivateKey(updateKey);
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const lists = Map.groupBy(
    found.filter(({ name }) => /^(latest|beta).*\.yml$/.test(name)),
    ({ name }) => name,
  );
  const texts = new Map();
  for (const entry of found) {
    const path = join(entry.parentPath, entry.name);
    if (lists.has(entry.name)) texts.set(entry.name, [...(texts.get(entry.name) ?? []), readFileSync(path, 'utf8')]);
    else if (entry.parentPath !== folder) copyFileSync(path, join(folder, entry.name), constants.COPYFILE_EXCL);
  }
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) rmSync(join(folder, entry.name), { recursive: true });
  }
  for (const [name, all] of texts) writeFileSync(join(folder, name), joinUpdateLists(all, key));
  writeFileSync(join(folder, 'roomtone.cdx.json'), `${JSON.stringify(await billOfMaterials(root), null, 2)}\n`);
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.md'), readFileSync(join(root, 'THIRD-PARTY-NOTICES.md')));
  await packManifests(folder);
  writeFileSync(join(folder, 'SHA256SUMS'), checksums(folder));
}

/** For the stores, which look for a release by themselves. A release that lacks a system has none. */
async function packManifests(folder) {
  const manifests = mkdtempSync(join(tmpdir(), 'roomtone-manifests-'));
  try {
    const options = { date: new Date().toISOString().slice(0, 10), repository: process.env.GITHUB_REPOSITORY };
    const names = writeManifests(folder, manifests, options);
    const { ok, output } = await runQuietly('tar', [
      '-czf',
      join(folder, 'manifests.tar.gz'),
      '-C',
      manifests,
      ...names,
    ]);
    if (!ok) throw new Error(output);
  } catch (error) {
    if (!(error instanceof MissingPackage)) throw error;
    console.log(`NOT RUN: manifests for winget, Homebrew and Flathub. ${error.message}`);
  } finally {
    rmSync(manifests, { recursive: true });
  }
}

if (isEntry(import.meta.filename)) await finish(process.argv[2], process.env.ROOMTONE_UPDATE_PRIVATE_KEY);
