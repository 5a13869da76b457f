// The packages that the app contains, from the lockfile, and their licences.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/**
 * @typedef {object} Shipped
 * @property {string} name
 * @property {string} version
 * @property {string} licence its SPDX name
 * @property {string} text the licence in full; '' if the package has none
 */

/**
 * Every package that the importers need to run, with transitive dependencies, by name.
 * @param {string} lockfile its text
 * @param {string[]} importers such as `apps/desktop`
 * @returns {{ name: string, version: string }[]}
 */
export function shippedPackages(lockfile, importers) {
  const lock = parse(lockfile);
  const found = new Map();
  const visit = (dependencies, folder) => {
    for (const [alias, wanted] of Object.entries(dependencies ?? {})) {
      const version = typeof wanted === 'string' ? wanted : wanted.version;
      if (version.startsWith('link:')) importer(join(folder, version.slice('link:'.length)));
      else take(version.includes('@', 1) && !/^\d/.test(version) ? version : `${alias}@${version}`);
    }
  };
  const importer = (folder) => {
    const { dependencies, optionalDependencies } = lock.importers[folder];
    visit(dependencies, folder);
    visit(optionalDependencies, folder);
  };
  const take = (key) => {
    const id = key.replace(/\(.*$/, '');
    if (found.has(id)) return;
    const at = id.lastIndexOf('@');
    found.set(id, { name: id.slice(0, at), version: id.slice(at + 1) });
    const { dependencies, optionalDependencies } = lock.snapshots[key] ?? {};
    visit(dependencies, '');
    visit(optionalDependencies, '');
  };
  for (const folder of importers) importer(folder);
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

/**
 * Adds the licences from the installed packages; packages for other systems are not installed, and left out.
 * @param {{ name: string, version: string }[]} packages
 * @param {string} root the workspace
 * @returns {Shipped[]}
 */
export function withLicences(packages, root) {
  const entries = storeOf(root);
  return packages.flatMap(({ name, version }) => {
    const folder = installedFolder(name, version, root, entries);
    if (folder === undefined) return [];
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
    const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
    return { name, version, licence: licenceIn(folder), text };
  });
}

/** The folder of an installed package; undefined if it is for another system. */
export function installedFolder(name, version, root, entries = storeOf(root)) {
  const stem = `${name.replace('/', '+')}@${version}`;
  const entry = entries.find((each) => each === stem || each.startsWith(`${stem}_`) || each.startsWith(`${stem}(`));
  return entry && join(root, 'node_modules/.pnpm', entry, 'node_modules', name);
}

/** The packages that pnpm has installed, a folder for each package. */
export function storeOf(root) {
  return readdirSync(join(root, 'node_modules/.pnpm'));
}

/** The SPDX name of a package's licence. */
export function licenceIn(folder) {
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return spdx(typeof license === 'string' ? license : (license?.type ?? ''));
}

/** Some packages write the name of their licence in their own way. */
function spdx(licence) {
  return licence.replace(/^MPL 2\.0$/, 'MPL-2.0');
}
