// Lays out the libraries, such as @roomtone/sdk, and the programs on them from the build as npm packages that can be installed
// anywhere.
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { rolldown } from 'rolldown';
import { nodeRange, OLDEST } from '../choose-node.cjs';
import { root } from '../run.mjs';
import { packageChangelog } from './package-changelogs.mjs';
import { defaultRepository } from './repository.mjs';

/** The folders in packages/ that are published, each after the ones that it depends on. */
export const libraries = ['protocol', 'discovery', 'smf', 'room', 'sdk', 'react'];

/** Programs on the libraries, which are published after them. */
export const programs = ['cli', 'create-roomtone-bot'];

/**
 * @param {string} name its folder in packages/
 * @param {string} folder is emptied first
 * @param {string} [repository] the GitHub repository of the sources
 */
export function stageLibrary(name, folder, repository = defaultRepository) {
  const library = join(root, 'packages', name);
  const { devDependencies: _, dependencies, peerDependencies, ...described } = readJson(join(library, 'package.json'));
  const address = `https://github.com/${repository}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { entry = {}, subpaths } = entriesOf(described.exports ?? {});
  const json = {
    ...described,
    // Tools that do not know `exports`, such as Parcel and TypeScript's resolution `node`, find the same files.
    ...(entry.default === undefined ? {} : { main: entry.default, types: entry.types }),
    ...(described.exports && { exports: { ...described.exports, './package.json': './package.json' } }),
    files: [...described.files, ...subpaths.map(([path]) => path.slice(2)), 'CHANGELOG.md'],
    engines: { node: nodeRange(OLDEST.run) },
    homepage: `${address}#readme`,
    bugs: `${address}/issues`,
    repository: { type: 'git', url: `git+${address}.git`, directory: `packages/${name}` },
    ...withVersions({ dependencies, peerDependencies }),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(json, null, 2)}\n`);
  for (const [path, files] of subpaths) writeSubpath(join(folder, path), files);
  copyBuilt(join(library, 'dist'), join(folder, 'dist'));
  // Everything else in the package, such as the vectors.
  for (const part of described.files.filter((each) => !each.includes('*') && existsSync(join(library, each))))
    cpSync(join(library, part), join(folder, part), { recursive: true });
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'CHANGELOG.md'), packageChangelog(name));
  const readme = readFileSync(join(library, 'README.md'), 'utf8');
  const tree = `${address}/blob/v${described.version}`;
  writeFileSync(join(folder, 'README.md'), withAbsoluteLinks(readme, `packages/${name}`, tree));
}

/**
 * Lays out a program as stageLibrary() does, but in one file with what of the workspace is not published, and with the notices of
 * what is then inside.
 * @param {string} name its folder in packages/
 * @param {string} folder is emptied first
 * @param {string} [repository] the GitHub repository of the sources
 */
export async function stageProgram(name, folder, repository = defaultRepository) {
  stageLibrary(name, folder, repository);
  const library = join(root, 'packages', name);
  const { dependencies, optionalDependencies = {} } = readJson(join(library, 'package.json'));
  const published = [...Object.keys(dependencies), ...Object.keys(optionalDependencies)];
  const bundle = await rolldown({
    input: join(library, 'dist/main.js'),
    platform: 'node',
    external: (id) => id.startsWith('node:') || published.some((each) => id === each || id.startsWith(`${each}/`)),
  });
  rmSync(join(folder, 'dist'), { recursive: true });
  await bundle.write({ file: join(folder, 'dist/main.js'), format: 'es', codeSplitting: false });
  await bundle.close();
  chmodSync(join(folder, 'dist/main.js'), 0o755);
  cpSync(join(root, 'THIRD-PARTY-NOTICES.md'), join(folder, 'THIRD-PARTY-NOTICES.md'));
}

function entriesOf({ '.': entry, ...others }) {
  return { entry, subpaths: Object.entries(others) };
}

/** The folder that stands for a subpath where `exports` is not known. */
function writeSubpath(folder, { default: main, types }) {
  mkdirSync(folder);
  const json = { type: 'module', main: posix.join('..', main), types: posix.join('..', types), sideEffects: false };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(json, null, 2)}\n`);
}

/** The groups of dependencies that a package has. */
function withVersions(groups) {
  const present = Object.entries(groups).filter(([, group]) => group !== undefined);
  return Object.fromEntries(
    present.map(([name, group]) => [name, Object.fromEntries(Object.entries(group).map(withVersion))]),
  );
}

/** Replaces `workspace:*` by the version that the workspace has. */
function withVersion([name, version]) {
  if (!version.startsWith('workspace:')) return [name, version];
  return [name, readJson(join(root, 'packages', name.replace('@roomtone/', ''), 'package.json')).version];
}

/**
 * Scripts with their source maps, and types without: the maps of types can only point to sources, which the package
 * does not contain.
 */
function copyBuilt(from, to) {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|js\.map|d\.ts)$/.test(entry.name)) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(to, source.slice(from.length));
    mkdirSync(dirname(target), { recursive: true });
    if (!entry.name.endsWith('.d.ts')) cpSync(source, target);
    else writeFileSync(target, readFileSync(source, 'utf8').replace(/^\/\/# sourceMappingURL=.*\n?/m, ''));
  }
}

/** Outside the repository, links to its files need an address. */
function withAbsoluteLinks(markdown, folder, tree) {
  return markdown.replace(/\]\((?![a-z]+:|#)([^)]+)\)/g, (_, path) => `](${tree}/${posix.join(folder, path)})`);
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
