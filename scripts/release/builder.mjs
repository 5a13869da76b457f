// electron-builder's own functions on this project's configuration, for tests of what only release machines can pack whole.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../run.mjs';

// Not a dependency of ours; it comes with electron-builder, which has no public functions for parts of a package.
const require = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
const builder = (path) => require(`app-builder-lib/out/${path}`);

/**
 * Reads electron-builder.yml as `npm run package` does.
 * @param {string} folder for what is produced
 */
export async function openBuilder(folder) {
  const packager = new (builder('packager').Packager)({
    projectDir: root,
    config: {
      directories: { app: 'apps/desktop', buildResources: 'apps/desktop/packaging', output: folder },
      electronVersion: '0.0.0',
      // Icons are made by staging a release.
      ...{ mac: { icon: null }, win: { icon: null }, linux: { icon: null } },
    },
  });
  await packager.validateConfig();
  packager._appInfo = new (builder('appInfo').AppInfo)(packager, null);
  packager._framework = await builder('electron/ElectronFramework').createElectronFrameworkSupport(
    packager.config,
    packager,
  );
  const mac = new (builder('macPackager').MacPackager)(packager);
  const windows = new (builder('winPackager').WinPackager)(packager);
  const linux = new (builder('linuxPackager').LinuxPackager)(packager);
  const nsis = new (builder('targets/nsis/NsisTarget').NsisTarget)(windows, folder, 'nsis', { refCount: 0 });
  const linuxHelper = new (builder('targets/LinuxTargetHelper').LinuxTargetHelper)(linux);
  return {
    config: packager.config,
    mac,
    windows,
    /** The Info.plist of the app for macOS. */
    infoPlist: async () => {
      layOutElectronApp(join(folder, 'Electron.app/Contents'));
      await builder('electron/electronMac').createMacApp(mac, folder, null, false);
      return builder('util/plist').parsePlistFile(join(folder, 'Roomtone.app/Contents/Info.plist'));
    },
    /** The variables and the last part of the installer's script, or of the uninstaller's. */
    nsis: async (isInstaller) => {
      const defines = { APP_FILENAME: 'Roomtone' };
      await nsis.configureDefines(nsis.options.oneClick, defines);
      nsis.configureDefinesForAllTypeOfInstaller(defines);
      return { defines, script: await nsis.computeFinalScript('', isInstaller, new Map()) };
    },
    /** Included into both scripts. */
    nsisInclude: () => readFileSync(join(root, nsis.options.include), 'utf8'),
    /** The path of the definitions of MIME types; null if there are none. */
    mimeTypes: () => linuxHelper.mimeTypeFiles,
    /** What electron-builder's own list would ask for in a package such as `rpm`. */
    usualDepends: (kind) => builder('targets/FpmTarget').default.prototype.getDefaultDepends(kind),
    desktopEntry: () => linuxHelper.computeDesktopEntry(linux.platformSpecificBuildOptions),
  };
}

/** As much of Electron's own app for macOS as is renamed and rewritten. */
function layOutElectronApp(contents) {
  const helper = join(contents, 'Frameworks/Electron Helper.app/Contents');
  for (const folder of ['MacOS', 'Resources']) mkdirSync(join(contents, folder), { recursive: true });
  mkdirSync(join(helper, 'MacOS'), { recursive: true });
  writeFileSync(join(contents, 'MacOS/Electron'), '');
  writeFileSync(join(helper, 'MacOS/Electron Helper'), '');
  const plist = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>CFBundleIconFile</key><string>electron.icns</string></dict></plist>`;
  writeFileSync(join(contents, 'Info.plist'), plist);
  writeFileSync(join(helper, 'Info.plist'), plist);
}
