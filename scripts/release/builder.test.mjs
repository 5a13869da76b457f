import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { languages } from '../../packages/words/compile.mjs';
import { openBuilder } from './builder.mjs';
import { signing } from './signing.mjs';

const folder = mkdtempSync(join(tmpdir(), 'roomtone-builder-'));
let builder;
beforeAll(async () => {
  builder = await openBuilder(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the app for macOS', () => {
  it('may use the local network, opens MIDI files and invitations, and asks for the microphone alone', async () => {
    const plist = await builder.infoPlist();
    expect(plist).toMatchObject({
      CFBundleIdentifier: 'org.roomtone.desktop',
      CFBundleExecutable: 'Roomtone',
      LSApplicationCategoryType: 'public.app-category.music',
      NSBonjourServices: ['_roomtone._tcp'],
      NSLocalNetworkUsageDescription: expect.stringMatching(/\w/),
      NSMicrophoneUsageDescription: expect.stringMatching(/\w/),
      CFBundleURLTypes: [{ CFBundleURLSchemes: ['roomtone'] }],
      CFBundleDocumentTypes: [
        {
          CFBundleTypeExtensions: ['mid', 'midi', 'kar', 'rmi'],
          CFBundleTypeRole: 'Viewer',
          LSHandlerRank: 'Alternate',
        },
      ],
    });
    expect(Object.keys(plist).filter((key) => /Camera|Bluetooth/.test(key))).toEqual([]);
  });

  it('signs no sound files one by one', () => {
    const [pattern] = builder.config.mac.signIgnore;
    expect('/x/web/assets/sounds/a.ogg').toMatch(new RegExp(pattern));
    expect('/x/Roomtone.app/Contents/MacOS/Roomtone').not.toMatch(new RegExp(pattern));
  });
});

describe('the installer for Windows', () => {
  it('is for one account, asks for the folder, makes a Start menu entry, and opens MIDI files', async () => {
    const { defines, script } = await builder.nsis(true);
    expect(defines).toMatchObject({ SHORTCUT_NAME: 'Roomtone', allowToChangeInstallationDirectory: null });
    for (const name of [
      'INSTALL_MODE_PER_ALL_USERS',
      'DO_NOT_CREATE_START_MENU_SHORTCUT',
      'DELETE_APP_DATA_ON_UNINSTALL',
    ]) {
      expect(defines).not.toHaveProperty(name);
    }
    expect(script.match(/APP_ASSOCIATE "\w+"/g)).toEqual(
      ['mid', 'midi', 'kar', 'rmi'].map((kind) => `APP_ASSOCIATE "${kind}"`),
    );
    expect(script).toContain(String.raw`"$appExe $\"%1$\""`);
  });

  it('undoes its file types when it uninstalls, and keeps data and login entry when it only updates', async () => {
    const { script } = await builder.nsis(false);
    expect(script.match(/APP_UNASSOCIATE "\w+"/g)).toEqual(
      ['mid', 'midi', 'kar', 'rmi'].map((kind) => `APP_UNASSOCIATE "${kind}"`),
    );
    const lines = builder
      .nsisInclude()
      .split('\n')
      .map((line) => line.trim().replaceAll('$', ''));
    const at = (text) => lines.findIndex((line) => line.startsWith(text));
    const inOrder = [
      '!macro customUnInstall',
      '{ifNot} {isUpdated}',
      'DeleteRegValue HKCU',
      'DeleteRegKey HKCU',
      'MessageBox',
    ];
    const rest = ['SetShellVarContext current', 'RMDir /r "APPDATA', '{endIf}', '!macroend'];
    const places = [...inOrder, ...rest].map(at);
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    // Electron writes it under the app's user model id.
    expect(lines[at('DeleteRegValue HKCU')]).toMatch(/CurrentVersion\\Run" "org\.roomtone\.desktop"$/);
    // The app registers the scheme itself, by setAsDefaultProtocolClient.
    const [{ schemes }] = builder.config.protocols;
    expect(lines[at('DeleteRegKey HKCU')]).toBe(`DeleteRegKey HKCU "Software\\Classes\\${schemes}"`);
    // Said to a silent uninstaller, which asks nobody.
    expect(lines[at('MessageBox')]).toContain('/SD IDNO');
  });

  it('is the only one: a portable program could not open invitations or update itself', () => {
    expect(builder.config.win.target).toEqual(['nsis']);
  });
});

describe('the packages for Linux', () => {
  it('define no MIME types, because the system knows MIDI files already', async () => {
    expect(await builder.mimeTypes()).toBeNull();
  });

  it('have a desktop entry that opens invitations and MIDI files, named as Electron names its windows', async () => {
    const entry = await builder.desktopEntry();
    expect(entry.trimEnd().split('\n')).toEqual(
      expect.arrayContaining([
        'Exec=/opt/Roomtone/roomtone %U',
        'StartupWMClass=roomtone',
        'MimeType=audio/midi;audio/x-midi;x-scheme-handler/roomtone;',
        'Categories=AudioVideo;Audio;Midi;',
      ]),
    );
  });

  it('ask for the libraries that keychain and MIDI need', () => {
    expect(builder.config.deb.depends.join()).toMatch(/libsecret-1-0.*libasound2/);
    expect(builder.config.rpm.depends.slice(-2).join()).toMatch(/libsecret.*alsa-lib/);
  });

  it('ask in an rpm for what electron-builder asks for, under the names of openSUSE as well', () => {
    expect(builder.config.rpm.depends).toEqual(expect.arrayContaining(builder.usualDepends('rpm')));
  });
});

describe('without a certificate', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each(['darwin', 'win32', 'linux'])(
    'electron-builder sees none on %s, although the secrets are empty',
    (platform) => {
      const env = { CSC_LINK: '', CSC_KEY_PASSWORD: '', WIN_CSC_LINK: '', WIN_CSC_KEY_PASSWORD: '' };
      for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
      // An empty one would be taken for the path "".
      expect(builder.mac.getCscLink()).toBe('');
      for (const [name, value] of Object.entries(signing(platform, env, folder).changes)) vi.stubEnv(name, value);
      expect(builder.mac.getCscLink()).toBeUndefined();
      expect(builder.windows.getCscLink('WIN_CSC_LINK')).toBeUndefined();
    },
  );
});

it('every fuse is set, so that no default of a new Electron changes what the app allows', () => {
  expect(builder.config.electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  });
});

it('the app has Chromium’s own texts in every language that it speaks', () => {
  expect(builder.config.electronLanguages).toEqual(expect.arrayContaining(languages.map(({ code }) => code)));
});
