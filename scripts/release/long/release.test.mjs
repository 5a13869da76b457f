import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { extractAll, extractFile, listPackage } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../run.mjs';
import { runSmokeTest } from '../smoke-test.mjs';
import { stageApp } from '../stage.mjs';
import { packWithoutElectron } from '../stand-in.mjs';

const system = `${process.platform}-${process.arch}`;
const isSkipped = (process.env.ROOMTONE_SKIP ?? '').split(',').includes('p7zip-full');

/** Bytes of a program in the asar, including everything it imports statically from the asar. */
function scriptsOf(asar, path, seen = new Set()) {
  if (seen.has(path)) return 0;
  seen.add(path);
  const script = extractFile(asar, path).toString('utf8');
  const imported = Array.from(script.matchAll(/(?:from|import)"(\.[^"]+)"/g), ([, name]) =>
    posix.join(path, '..', name),
  );
  return imported.reduce((bytes, each) => bytes + scriptsOf(asar, each, seen), Buffer.byteLength(script));
}

describe.skipIf(isSkipped)('a release for Linux, without Electron itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'roomtone-release-'));
  const staged = join(root, 'artifacts/package');
  let unpacked;
  beforeAll(async () => {
    await stageApp(staged);
    unpacked = await packWithoutElectron(folder, ['dir', 'tar.gz', 'deb']);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const made = (ending) =>
    join(
      folder,
      'release',
      readdirSync(join(folder, 'release')).find((name) => name.endsWith(ending)),
    );

  it('has the app’s own programs in the asar, and nothing else', () => {
    const files = listPackage(join(unpacked, 'resources/app.asar')).filter((path) => /\.\w+$/.test(path));
    const known =
      /^\/(dist\/(main|host|midi|midi-library)\/index\.js|dist\/chunks\/[\w-]+\.js|dist\/preload\/index\.cjs|icons\/tray(-template)?(@2x)?\.png|package\.json)$/;
    expect(files.filter((path) => !known.test(path))).toEqual([]);
    for (const part of ['main', 'host', 'midi', 'midi-library']) expect(files).toContain(`/dist/${part}/index.js`);
    expect(files).toContain('/dist/preload/index.cjs');
    const asar = join(unpacked, 'resources/app.asar');
    for (const part of ['main', 'host', 'midi', 'midi-library']) {
      const bytes = scriptsOf(asar, `dist/${part}/index.js`);
      console.log(`start-up of the app: its ${part} process reads ${(bytes / 1024).toFixed(0)} KiB of script`);
    }
  });

  it('has the server and the native packages beside it, only those for this system', () => {
    const resources = join(unpacked, 'resources');
    expect(readdirSync(resources).filter((name) => !ofPackages.test(`resources/${name}`))).toEqual([
      ...['LICENSE.roomtone.txt', 'app-update.yml', 'app.asar', 'node_modules'],
    ]);
    expect(packagesIn(join(resources, 'node_modules'))).toEqual(
      [
        ...['@emnapi/runtime', '@img/colour', '@img/sharp-wasm32', '@julusian/midi'],
        ...[`@node-datachannel/${system}-gnu`, '@node-rs/argon2'],
        ...[
          `@node-rs/argon2-${system}-gnu`,
          '@roomtone/server',
          'better-sqlite3',
          'detect-libc',
          'keytar',
          'node-datachannel',
          'pkg-prebuilds',
        ],
        ...['semver', 'sharp', 'tslib'],
      ].sort(),
    );
    const files = filesIn(unpacked);
    const binaries = files.filter((path) => /\.(node|dll|dylib)$|\.so/.test(path));
    const unversioned = (path) => path.replace(/^resources\/node_modules\//, '').replace(/[-.]\d+(\.\d+)+/, '');
    expect(binaries.map(unversioned)).toEqual([
      `@julusian/midi/prebuilds/midi-${system}/node-napi-v7.node`,
      `@node-datachannel/${system}-gnu/node_datachannel.node`,
      `@node-rs/argon2-${system}-gnu/argon2.${system}-gnu.node`,
      `better-sqlite3/prebuilds/${system}.node`,
      `keytar/prebuilds/${system}/keytar.node`,
    ]);
    const foreign = /\.(map|ts|mts|cts|tsx|cc?|cpp|h|gyp|md)$|\.test\.|(^|\/)(test|tests|src)\//;
    const allowed = /@roomtone\/server\/THIRD-PARTY-NOTICES\.md$|(^|\/)LICEN[CS]E\.md$/;
    expect(files.filter((path) => foreign.test(path) && !allowed.test(path))).toEqual([]);
    for (const page of ['index.html', 'about.html', 'help.html', 'help.de.html', 'sounds.json']) {
      expect(files).toContain(`resources/node_modules/@roomtone/server/dist/web/${page}`);
    }
    console.log(
      `installed, without Electron: ${mebibytes(unpacked)} MiB, of which sounds: ${mebibytes(soundsIn(unpacked))} MiB`,
    );
  });

  it('finds what is beside the asar from inside it, and its binaries load', () => {
    // A folder in the asar's place, for a Node that does not know asars.
    const app = join(unpacked, 'resources/app');
    extractAll(join(unpacked, 'resources/app.asar'), app);
    const beside = pathToFileURL(join(unpacked, 'resources/node_modules/')).href;
    const load = `
      const load = async (from, name) => {
        const found = import.meta.resolve(name, from);
        if (!found.startsWith(${JSON.stringify(beside)})) throw new Error(name + ' is found at ' + found);
        await import(found);
      };
      const [app, server] = process.argv.slice(1);
      for (const name of ['@roomtone/server/start', '@roomtone/server/config']) await load(app + 'host/index.js', name);
      await load(app + 'midi/index.js', '@julusian/midi');
      for (const name of ['better-sqlite3', '@node-rs/argon2', 'node-datachannel', 'sharp']) await load(server, name);
    `;
    const places = [pathToFileURL(join(app, 'dist/')).href, `${beside}@roomtone/server/dist/main.js`];
    const flags = ['--experimental-import-meta-resolve', '--input-type=module'];
    execFileSync(process.execPath, [...flags, '--eval', load, ...places], { stdio: 'pipe' });
    rmSync(app, { recursive: true });
  });

  it('has a server that plain Node can start and that people can play on', async () => {
    await runSmokeTest(join(unpacked, 'resources/node_modules/@roomtone/server/dist/main.js'));
  });

  it('is the same from the tar.gz', () => {
    const target = join(folder, 'from-archive');
    mkdirSync(target);
    execFileSync('tar', ['-xzf', made('.tar.gz'), '-C', target, '--strip-components=1']);
    expect(filesIn(target)).toEqual(filesIn(unpacked).filter((path) => !ofPackages.test(path)));
  });

  it('is the same installed by dpkg, with its desktop entries', () => {
    const target = join(folder, 'from-deb');
    mkdirSync(join(target, 'var/lib/dpkg'), { recursive: true });
    writeFileSync(join(target, 'var/lib/dpkg/status'), '');
    // Its scripts are for a complete system; they are only inspected.
    execFileSync('dpkg', [`--root=${target}`, '--force-depends', '--unpack', made('.deb')]);
    const scripts = join(target, 'var/lib/dpkg/info');
    for (const script of ['postinst', 'postrm']) execFileSync('bash', ['-n', join(scripts, `roomtone.${script}`)]);
    expect(readFileSync(join(scripts, 'roomtone.postrm'), 'utf8')).not.toMatch(/\.config|HOME/);
    expect(filesIn(join(target, 'opt/Roomtone'))).toEqual(filesIn(unpacked));

    const share = join(target, 'usr/share');
    const entry = join(share, 'applications/roomtone.desktop');
    expect(execFileSync('desktop-file-validate', [entry], { encoding: 'utf8' })).toBe('');
    const text = readFileSync(entry, 'utf8');
    expect(text).toMatch(/^Exec=\/opt\/Roomtone\/roomtone %U$/m);
    expect(text).toMatch(/^MimeType=(?=.*x-scheme-handler\/roomtone;)(?=.*audio\/midi;)(?=.*audio\/x-midi;)/m);
    expect(text).toMatch(/^StartupWMClass=roomtone$/m);
    // The system knows MIDI files; a second definition would only compete with its own.
    expect(readdirSync(share)).not.toContain('mime');
    const profile = readFileSync(join(target, 'opt/Roomtone/resources/apparmor-profile'), 'utf8');
    expect(profile).toMatch(/profile "roomtone" "\/opt\/Roomtone\/roomtone"[\s\S]*userns,/);
    const sides = readdirSync(join(share, 'icons/hicolor')).map((size) => {
      const picture = readFileSync(join(share, 'icons/hicolor', size, 'apps/roomtone.png'));
      expect(size).toBe(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`);
      return picture.readUInt32BE(16);
    });
    expect(sides.sort((a, b) => a - b)).toEqual([16, 24, 32, 48, 64, 128, 256, 512]);
  });
});

/** Files of a system's packages that an archive does not have. */
const ofPackages = /^resources\/(package-type|apparmor-profile)$/;

function packagesIn(folder) {
  return readdirSync(folder)
    .flatMap((name) => (name.startsWith('@') ? readdirSync(join(folder, name)).map((own) => `${name}/${own}`) : [name]))
    .sort();
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

function soundsIn(unpacked) {
  return join(unpacked, 'resources/node_modules/@roomtone/server/dist/web/assets/sounds');
}

function mebibytes(folder) {
  const bytes = filesIn(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  return (bytes / 2 ** 20).toFixed(1);
}
