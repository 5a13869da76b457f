// Descriptions of a release for winget, Homebrew and Flathub, made from the names and hashes of its files.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { root } from '../run.mjs';
import { defaultRepository } from './repository.mjs';
import { readJson } from './set-version.mjs';

const summary = 'Play music together, in time';
const description =
  'Rooms for musicians with MIDI keyboards, hosted by themselves: everybody hears everybody else at the moment the note was played.';

export class MissingPackage extends Error {}

/**
 * @param {string} release the folder with the files of a release, of one version
 * @param {string} to a folder for the manifests
 * @param {{ date: string, repository?: string }} options `date` such as 2026-12-01
 * @returns {string[]} the names of the manifests
 * @throws {MissingPackage} if the release has no package for a system
 */
export function writeManifests(release, to, { date, repository = defaultRepository }) {
  const { version } = readJson(join(root, 'package.json'));
  const config = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8'));
  const files = readdirSync(release);
  const packed = (ending) => {
    const name = files.find((each) => each.endsWith(`-${ending}`) && each.startsWith(`roomtone-${version}-`));
    if (name === undefined) throw new MissingPackage(`The release has no ${ending}.`);
    const sha256 = createHash('sha256')
      .update(readFileSync(join(release, name)))
      .digest('hex');
    return { url: `https://github.com/${repository}/releases/download/v${version}/${name}`, name, sha256 };
  };
  const facts = { version, date, packed, config, page: `https://github.com/${repository}` };
  const texts = { ...winget(facts), ...homebrew(facts), ...flathub(facts) };
  mkdirSync(to, { recursive: true });
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(to, name), text);
  copyFileSync(join(root, 'apps/desktop/icons/icon.png'), join(to, `${config.appId}.png`));
  return readdirSync(to);
}

function winget({ version, date, packed, page }) {
  const id = 'Roomtone.Roomtone';
  const file = (type, fields) => {
    const schema = `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${type.toLowerCase()}.1.6.0.schema.json\n`;
    const all = {
      PackageIdentifier: id,
      PackageVersion: version,
      ...fields,
      ManifestType: type,
      ManifestVersion: '1.6.0',
    };
    return schema + stringify(all);
  };
  const installers = ['x64', 'arm64'].map((arch) => {
    const { url, sha256 } = packed(`win-${arch}-setup.exe`);
    return { Architecture: arch, InstallerUrl: url, InstallerSha256: sha256.toUpperCase() };
  });
  return {
    [`${id}.yaml`]: file('version', { DefaultLocale: 'en-US' }),
    [`${id}.installer.yaml`]: file('installer', {
      InstallerType: 'nullsoft',
      Scope: 'user',
      UpgradeBehavior: 'install',
      Protocols: ['roomtone'],
      FileExtensions: ['mid', 'midi', 'kar'],
      ReleaseDate: date,
      Installers: installers,
    }),
    [`${id}.locale.en-US.yaml`]: file('defaultLocale', {
      PackageLocale: 'en-US',
      Publisher: 'The Roomtone authors',
      PackageName: 'Roomtone',
      PackageUrl: page,
      License: 'MIT',
      LicenseUrl: `${page}/blob/v${version}/LICENSE`,
      ShortDescription: `${summary}.`,
      Description: description,
      Moniker: 'roomtone',
      Tags: ['midi', 'music', 'piano'],
      ReleaseNotesUrl: `${page}/releases/tag/v${version}`,
    }),
  };
}

/** Homebrew's names of macOS, by version. */
const macOsNames = { 13: 'ventura', 14: 'sonoma', 15: 'sequoia' };

function homebrew({ version, packed, config, page }) {
  const [arm, intel] = [packed('mac-arm64.dmg'), packed('mac-x64.dmg')];
  const url = intel.url.replaceAll(version, '#{version}').replace('-x64.dmg', '-#{arch}.dmg');
  const oldest = macOsNames[Number.parseInt(config.mac.minimumSystemVersion, 10)];
  const text = `cask "roomtone" do
  arch arm: "arm64", intel: "x64"

  version "${version}"
  sha256 arm:   "${arm.sha256}",
         intel: "${intel.sha256}"

  url "${url}"
  name "Roomtone"
  desc "${summary}"
  homepage "${page}"

  livecheck do
    url :url
    strategy :github_latest
  end

  auto_updates true
  depends_on macos: ">= :${oldest}"

  app "Roomtone.app"

  zap trash: [
    "~/Library/Application Support/Roomtone",
    "~/Library/Logs/Roomtone",
    "~/Library/Preferences/${config.appId}.plist",
    "~/Library/Saved Application State/${config.appId}.savedState",
  ]
end
`;
  return { 'roomtone.rb': text };
}

function flathub({ version, date, packed, config, page }) {
  const id = config.appId;
  const archives = { x64: 'x86_64', arm64: 'aarch64' };
  const sources = Object.entries(archives).map(([arch, only]) => {
    const { url, sha256 } = packed(`linux-${arch}.tar.gz`);
    return { type: 'archive', url, sha256, dest: 'roomtone', 'only-arches': [only] };
  });
  const shared = ['desktop', 'metainfo.xml', 'png'].map((ending) => ({ type: 'file', path: `${id}.${ending}` }));
  const manifest = {
    id,
    runtime: 'org.freedesktop.Platform',
    'runtime-version': '24.08',
    sdk: 'org.freedesktop.Sdk',
    base: 'org.electronjs.Electron2.BaseApp',
    'base-version': '24.08',
    command: 'roomtone',
    'separate-locales': false,
    'finish-args': [
      ...['--share=ipc', '--share=network', '--socket=fallback-x11', '--socket=wayland', '--socket=pulseaudio'],
      // ALSA's sequencer has no permission of its own.
      '--device=all',
      '--talk-name=org.freedesktop.secrets',
      '--talk-name=org.freedesktop.Notifications',
      '--talk-name=org.kde.StatusNotifierWatcher',
      '--filesystem=xdg-music',
    ],
    modules: [
      {
        name: 'roomtone',
        buildsystem: 'simple',
        'build-commands': [
          'cp -r roomtone /app/roomtone',
          'install -Dm755 start /app/bin/roomtone',
          `install -Dm644 ${id}.desktop -t /app/share/applications`,
          `install -Dm644 ${id}.metainfo.xml -t /app/share/metainfo`,
          `install -Dm644 ${id}.png -t /app/share/icons/hicolor/512x512/apps`,
        ],
        sources: [
          ...sources,
          { type: 'script', 'dest-filename': 'start', commands: ['exec zypak-wrapper /app/roomtone/roomtone "$@"'] },
          ...shared,
        ],
      },
    ],
  };
  const { linux } = config;
  const desktop = [
    '[Desktop Entry]',
    ...['Type=Application', 'Name=Roomtone', `Comment=${summary}`, 'Exec=roomtone %U', `Icon=${id}`, 'Terminal=false'],
    `Categories=${linux.category.replace(/;?$/, ';')}`,
    `MimeType=${[...linux.mimeTypes, 'x-scheme-handler/roomtone'].join(';')};`,
    ...Object.entries(linux.desktop.entry).map(([key, value]) => `${key}=${value}`),
    'StartupWMClass=roomtone',
  ];
  const metainfo = `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>${id}</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>MIT</project_license>
  <name>Roomtone</name>
  <summary>${summary}</summary>
  <developer_name>The Roomtone authors</developer_name>
  <description>
    <p>${description}</p>
    <p>Jam with a piano of 88 keys, a drum grid, shared loops and a shared metronome, chat, and keep the evening as a MIDI file.</p>
  </description>
  <launchable type="desktop-id">${id}.desktop</launchable>
  <url type="homepage">${page}</url>
  <url type="bugtracker">${page}/issues</url>
  <screenshots>
    <screenshot type="default">
      <caption>Playing in a room</caption>
      <image>https://raw.githubusercontent.com/${page.replace('https://github.com/', '')}/v${version}/docs/images/room-light.png</image>
    </screenshot>
  </screenshots>
  <content_rating type="oars-1.1">
    <content_attribute id="social-chat">intense</content_attribute>
  </content_rating>
  <releases>
    <release version="${version}" date="${date}" type="${version.includes('-') ? 'development' : 'stable'}">
      <url>${page}/releases/tag/v${version}</url>
    </release>
  </releases>
</component>
`;
  return {
    [`${id}.yml`]: stringify(manifest),
    [`${id}.desktop`]: `${desktop.join('\n')}\n`,
    [`${id}.metainfo.xml`]: metainfo,
  };
}
