import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from '../run.mjs';
import { writeManifests } from './manifests.mjs';
import { readJson } from './set-version.mjs';

const { version } = readJson(join(root, 'package.json'));
const skipped = (process.env.ROOMTONE_SKIP ?? '').split(',');
const endings = [
  'win-x64-setup.exe',
  'win-arm64-setup.exe',
  'mac-x64.dmg',
  'mac-arm64.dmg',
  'linux-x64.tar.gz',
  'linux-arm64.tar.gz',
];
const address = (ending) =>
  `https://github.com/roomtone/roomtone/releases/download/v${version}/roomtone-${version}-${ending}`;
/** Each file of the release holds its own ending. */
const hashOf = (ending) => createHash('sha256').update(ending).digest('hex');

let folder;
let to;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roomtone-manifests-'));
  to = join(folder, 'manifests');
  mkdirSync(join(folder, 'release'));
  for (const ending of endings) writeFileSync(join(folder, 'release', `roomtone-${version}-${ending}`), ending);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const write = () => writeManifests(join(folder, 'release'), to, { date: '2098-07-06' });
const text = (name) => readFileSync(join(to, name), 'utf8');

describe('the manifests of a release', () => {
  it('for winget have the fields it requires, for both processors', () => {
    write();
    const [main, installer, locale] = ['yaml', 'installer.yaml', 'locale.en-US.yaml'].map((ending) =>
      parse(text(`Roomtone.Roomtone.${ending}`)),
    );
    for (const manifest of [main, installer, locale])
      expect(manifest).toMatchObject({
        PackageIdentifier: 'Roomtone.Roomtone',
        PackageVersion: version,
        ManifestVersion: '1.6.0',
      });
    expect([main, installer, locale].map(({ ManifestType }) => ManifestType)).toEqual([
      'version',
      'installer',
      'defaultLocale',
    ]);
    expect(main.DefaultLocale).toBe(locale.PackageLocale);
    expect(installer).toMatchObject({ InstallerType: 'nullsoft', Scope: 'user' });
    expect(installer.Installers).toEqual(
      ['x64', 'arm64'].map((arch) => ({
        Architecture: arch,
        InstallerUrl: address(`win-${arch}-setup.exe`),
        InstallerSha256: hashOf(`win-${arch}-setup.exe`).toUpperCase(),
      })),
    );
    expect(locale).toMatchObject({ Publisher: expect.any(String), PackageName: 'Roomtone', License: 'MIT' });
    expect(locale.ShortDescription.length).toBeLessThanOrEqual(256);
    console.log('NOT RUN: `winget validate`, which needs Windows: the fields of its schema are compared here');
  });

  it('for Homebrew name the disk images and the oldest macOS', () => {
    write();
    const cask = text('roomtone.rb');
    expect(cask).toContain(`arm:   "${hashOf('mac-arm64.dmg')}"`);
    expect(cask).toContain(`intel: "${hashOf('mac-x64.dmg')}"`);
    const [, url] = /^ {2}url "(.+)"$/m.exec(cask);
    expect(url.replaceAll('#{version}', version).replace('#{arch}', 'x64')).toBe(address('mac-x64.dmg'));
    expect(cask).toContain('depends_on macos: ">= :ventura"');
    console.log('NOT RUN: `brew audit`, which needs Homebrew: the cask is only compared with the release here');
  });

  it('for Flathub name the archives, and files that are there', () => {
    const names = write();
    const { id, modules } = parse(text('org.roomtone.desktop.yml'));
    const { sources } = modules[0];
    expect(sources.filter(({ type }) => type === 'archive')).toEqual(
      Object.entries({ x64: 'x86_64', arm64: 'aarch64' }).map(([arch, only]) => ({
        ...{ type: 'archive', dest: 'roomtone', 'only-arches': [only] },
        url: address(`linux-${arch}.tar.gz`),
        sha256: hashOf(`linux-${arch}.tar.gz`),
      })),
    );
    for (const { path } of sources.filter(({ type }) => type === 'file')) expect(names).toContain(path);
    const metainfo = text(`${id}.metainfo.xml`);
    expect(metainfo).toContain(`<release version="${version}" date="2098-07-06"`);
    const picture = readFileSync(join(to, `${id}.png`));
    expect(picture.readUInt32BE(16)).toBe(512);
    console.log(
      'NOT RUN: `flatpak-builder`, which needs its runtime: the manifest is only compared with the release here',
    );
  });

  it.skipIf(skipped.includes('p7zip-full'))('pass the linters of AppStream and of desktop entries', () => {
    write();
    const { status, stdout } = spawnSync(
      'appstreamcli',
      ['validate', '--no-net', '--pedantic', join(to, 'org.roomtone.desktop.metainfo.xml')],
      { encoding: 'utf8' },
    );
    expect([status, stdout]).toEqual([0, expect.stringContaining('successful')]);
    expect(
      execFileSync('desktop-file-validate', [join(to, 'org.roomtone.desktop.desktop')], { encoding: 'utf8' }),
    ).toBe('');
  });

  it('are not made of a release that lacks a system', () => {
    rmSync(join(folder, 'release', `roomtone-${version}-mac-arm64.dmg`));
    expect(write).toThrow('The release has no mac-arm64.dmg');
  });
});
