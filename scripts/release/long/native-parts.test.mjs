import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../run.mjs';
import { binaryNeeds } from '../binary-needs.mjs';
import { foldersOf, nativePackagesOf, neededFiles, systems } from '../every-system.mjs';
import { binary } from '../native-packages.mjs';

/** The native files by system: what each is called, where it lies, and what it needs. */
const parts = {};

beforeAll(async () => {
  for (const system of systems) {
    const packages = nativePackagesOf(system);
    const folders = await foldersOf(packages);
    parts[system] = packages.flatMap(({ alias }, index) =>
      neededFiles(folders[index], system)
        .filter((path) => binary.test(basename(path)))
        .map((path) => ({
          name: `${alias}/${path}`,
          ...binaryNeeds(readFileSync(join(folders[index], path))),
        })),
    );
  }
}, 300_000);

const on = (platform) => systems.filter((system) => system.startsWith(platform)).flatMap((system) => parts[system]);

describe('the native parts of the app', () => {
  it('are of the system’s own kind', () => {
    const formats = { linux: 'elf', win32: 'pe', darwin: 'mach-o' };
    for (const [platform, format] of Object.entries(formats)) {
      expect(on(platform).length).toBeGreaterThanOrEqual(10);
      expect(on(platform).filter((part) => part.format !== format)).toEqual([]);
    }
  });

  it('load on a new Windows without a runtime library, except argon2, which the server then has in WebAssembly', () => {
    const ofWindows =
      /^(kernel32|ntdll|user32|advapi32|shell32|shlwapi|ole32|ws2_32|iphlpapi|dnsapi|crypt32|bcrypt|bcryptprimitives|winmm|api-ms-win-[\w-]+)\.dll$/;
    const own = new Set(['node.exe', ...on('win32').map(({ name }) => basename(name).toLowerCase())]);
    const others = on('win32').flatMap(({ name, needs }) => {
      const missing = needs.filter((each) => !ofWindows.test(each) && !own.has(each));
      return missing.length > 0 ? [`${name}: ${missing}`] : [];
    });
    expect(others).toEqual([
      '@node-rs/argon2-win32-x64-msvc/argon2.win32-x64-msvc.node: vcruntime140.dll,vcruntime140_1.dll',
      '@node-rs/argon2-win32-arm64-msvc/argon2.win32-arm64-msvc.node: vcruntime140.dll',
    ]);
  });

  it('load on the oldest macOS on which Electron runs, except datagrams, which notes can do without', () => {
    const { minimumSystemVersion } = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8')).mac;
    // Electron's package says it only in words.
    const readme = readFileSync(join(root, 'apps/desktop/node_modules/electron/README.md'), 'utf8');
    expect(readme).toContain('macOS (Ventura and up)');
    expect(minimumSystemVersion).toBe('13.0');
    const newer = on('darwin').filter(({ needs: [version] }) => Number(version) > Number(minimumSystemVersion));
    expect(newer.map(({ name }) => name)).toEqual([
      '@node-datachannel/darwin-x64/node_datachannel.node',
      '@node-datachannel/darwin-arm64/node_datachannel.node',
    ]);
  });

  it('load on a Linux with GLIBC 2.34', () => {
    const newer = on('linux').flatMap(({ name, needs }) =>
      needs
        .filter((each) => Number(/^GLIBC_2\.(\d+)/.exec(each)?.[1] ?? 0) > 34)
        .map((each) => `${name} needs ${each}`),
    );
    expect(newer).toEqual([]);
    expect(on('linux').flatMap(({ needs }) => needs)).toContain('GLIBC_2.17');
  });

  it('of the app for Linux contain no GLib: Electron has the system’s', () => {
    expect(on('linux').filter(({ name }) => /vips|sharp/.test(name))).toEqual([]);
    expect(nativePackagesOf('linux-x64').map(({ name }) => name)).toContain('@img/sharp-wasm32');
  });
});
