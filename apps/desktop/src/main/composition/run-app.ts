import { homedir, userInfo } from 'node:os';
import { filled } from '@roomtone/words';
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  Notification,
  nativeImage,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  session,
  shell,
  Tray,
  utilityProcess,
} from 'electron';
import type { News, NewsName } from '../../shared/ipc.ts';
import { maxMidiFileBytes } from '../../shared/midi-file.ts';
import { midiPortChannel } from '../../shared/midi-messages.ts';
import { KeepAwake } from '../hosting/keep-awake.ts';
import { answerCalls, sendNews } from '../ipc/ipc.ts';
import { loadKeytar, openKeychain } from '../keychain/keychain.ts';
import { KeychainTokenKeeper } from '../keychain/keychain-tokens.ts';
import { TokenController } from '../keychain/token-controller.ts';
import { claimForAppImage, runProgram } from '../links/app-image-entry.ts';
import type { LaunchInput } from '../links/launch-input.ts';
import { claimLinks, Links } from '../links/links.ts';
import { OpenedFiles } from '../links/opened-files.ts';
import { MidiProcess } from '../midi/midi-process.ts';
import { LibraryProcess } from '../midi-library/library-process.ts';
import type { CrashLog } from '../processes/crash-log.ts';
import { watchProcesses } from '../processes/crashes.ts';
import { logStandardError } from '../processes/standard-error.ts';
import { ownServer } from '../servers/known-servers.ts';
import { AppSettingsController } from '../settings/app-settings.ts';
import { createLoginItem, wasStartedAtLogin } from '../settings/login-start.ts';
import { RememberedFile } from '../settings/remembered.ts';
import { SettingsFile } from '../settings/settings.ts';
import { offerToMove } from '../shell/applications-folder.ts';
import { Lifecycle } from '../shell/lifecycle.ts';
import { menuTemplate, trayTemplate } from '../shell/menu.ts';
import { createNotices } from '../shell/notices.ts';
import { TrayIcon, trayPicture } from '../shell/tray-icon.ts';
import { stringsFor } from '../strings.ts';
import { startUpdates } from '../updates/start-updates.ts';
import { serveAppFiles } from '../windows/app-protocol.ts';
import { createMessages } from '../windows/messages.ts';
import { restrictPermissions } from '../windows/permissions.ts';
import { nextTextSize } from '../windows/text-size.ts';
import { bringToFront } from '../windows/window.ts';
import { windowOf } from '../windows/window-of.ts';
import { createHandlers } from './call-handlers.ts';
import { createFolderChoice } from './folder-choice.ts';
import { createHost } from './host.ts';
import { createReportSaver } from './report.ts';
import { createServers } from './servers.ts';
import { openSettings } from './settings-window.ts';
import { createWindows } from './windows.ts';

export interface Start {
  readonly crashLog: CrashLog;
  /** The links and files that the app was launched with. */
  readonly links: LaunchInput;
  readonly files: LaunchInput;
  /** The path of a file in the app's own data. */
  readonly dataPath: (name: string) => string;
  /** The path of a file that the build puts beside the main process. */
  readonly built: (path: string) => string;
  /** The folder of the built pages. */
  readonly pagesFolder: string;
}

/** Assembles and starts the main process. Call it once Electron is ready. */
export function runApp({ crashLog, links: linkInput, files: fileInput, dataPath, built, pagesFolder }: Start): void {
  const fork = (entry: string, serviceName: string) =>
    logStandardError(utilityProcess.fork(built(entry), [], { serviceName, stdio: 'pipe' }), serviceName, crashLog);
  const strings = stringsFor(app.getPreferredSystemLanguages());
  const nowMs = () => performance.now();
  const report = (problem: string, error?: unknown) => crashLog.write(problem, error);
  const settings = new SettingsFile(dataPath('settings.json'), Date.now(), report);
  const remembered = new RememberedFile(dataPath('remembered.json'), report);
  const windows = () => BrowserWindow.getAllWindows();
  const sendHome = <Name extends NewsName>(name: Name, payload: News<Name>) => {
    if (lifecycle.window !== undefined) sendNews(lifecycle.window.webContents, name, payload);
  };
  const go = (contents: Electron.WebContents, path: string) => sendNews(contents, 'window.go', path);

  const showMessage = createMessages({
    dialog,
    window: () => BrowserWindow.getFocusedWindow() ?? lifecycle.window,
  });
  /** Shows an error without waiting for the user to dismiss it. */
  const showError = (message: string, detail: string) => void showMessage({ type: 'warning', message, detail });
  const { host, hosting } = createHost({
    fork: () => fork('host/index.js', 'Roomtone server'),
    dataDir: dataPath('server'),
    remembered,
    nowMs,
    onChange: (state) => {
      keepAwake.hosting(hosting.fingerprint !== undefined);
      sendHome('host.changed', state);
    },
    report,
    onStartFailure: (detail) => showError(strings.serverStartFailure, detail),
  });
  const midi = new MidiProcess<Electron.WebContents>({
    fork: () => fork('midi/index.js', 'Roomtone MIDI'),
    createChannel: () => new MessageChannelMain(),
    handOver: (page, port) => page.postMessage(midiPortChannel, null, [port]),
    nowMs,
    onProblem: report,
  });
  const library = new LibraryProcess({
    fork: () => fork('midi-library/index.js', 'Roomtone library'),
    createChannel: () => new MessageChannelMain(),
    dataFolder: dataPath('library'),
    // Windows without a bridge, such as the help, have nobody who listens.
    onStatus: (status) => {
      for (const window of windows()) sendNews(window.webContents, 'library.changed', status);
    },
    report,
  });
  const keepAwake = new KeepAwake(powerSaveBlocker, () => settings.settings.keepAwake);
  const pages = createWindows({
    preload: built('preload/index.cjs'),
    midi,
    keepAwake,
    strings,
    showMessage,
    textSize: () => settings.settings.textSize,
    watchPage: watchProcesses({
      app,
      log: crashLog,
      nowMs,
      onRepeatedCrash: () => showError(strings.pageKeepsCrashing, strings.seeLog({ path: crashLog.path })),
    }),
    report,
  });
  const lifecycle = new Lifecycle({
    app,
    openMain: (path) =>
      pages.open(
        { path },
        { last: () => remembered.value.window, remember: (state) => remembered.change({ window: state }) },
      ),
    go: ({ webContents }, path) => go(webContents, path),
    staysWithoutWindow: () => process.platform === 'darwin' || settings.settings.keepInTray,
    shutDown: () => {
      midi.stop();
      library.stop();
      found.watch(false);
      return host.stop();
    },
  });
  const showNotice = createNotices({
    isSupported: () => Notification.isSupported(),
    create: (options) => new Notification(options),
    isWanted: () => settings.settings.notifications,
    hasFocus: () => windows().some((window) => window.isFocused()),
  });

  const { known, found, listChanged, serverWindows, servers, payments } = createServers({
    host,
    hosting,
    file: dataPath('servers.json'),
    pages: pagesFolder,
    openWindow: (partition, path) => pages.open({ path, partition }, { last: () => null, remember: () => {} }),
    showHome: (path) => lifecycle.show(path),
    go,
    sendList: (list) => sendHome('servers.changed', list),
    sendRefused: (contents) => sendNews(contents, 'window.refused', null),
    report,
  });
  const links = new Links({
    goTo: (text) => servers.goTo(text),
    goBack: (path) => payments.goBack(path),
    showHome: () => {
      lifecycle.show();
      sendHome('servers.arrived', null);
    },
  });
  const files = new OpenedFiles({
    reportProblem: (problem, path) =>
      showError(filled(strings.midiFileProblems[problem], { mebibytes: maxMidiFileBytes / 1024 / 1024 }), path),
    showHome: () => {
      lifecycle.show();
      sendHome('files.opened', null);
    },
  });
  const keeper = new KeychainTokenKeeper(openKeychain(loadKeytar), (id) => known.identityOf(id));

  const tray = new TrayIcon({
    create: () => new Tray(trayPicture(process.platform, built, nativeImage)),
    menu: () => Menu.buildFromTemplate(trayTemplate(strings, { show: () => lifecycle.show(), quit: () => app.quit() })),
    show: () => lifecycle.show(),
  });
  const updates = startUpdates({
    strings,
    app,
    showMessage,
    windows,
    channel: () => settings.settings.updates,
    isInUse: () => keepAwake.isPlaying || hosting.fingerprint !== undefined,
    finish: () => lifecycle.finish(),
    report,
  });
  const installed = {
    platform: process.platform,
    environment: process.env,
    home: homedir(),
    executable: process.execPath,
  };
  const loginParts = { app, ...installed };
  const loginItem = createLoginItem(loginParts);
  loginItem.renew();
  const isAtLogin = wasStartedAtLogin(process.argv, loginParts);
  const appSettings = new AppSettingsController({
    file: settings,
    loginItem,
    version: app.getVersion(),
    platform: process.platform,
    hasUpdates: updates !== undefined,
    dataFolder: app.getPath('userData'),
    changed: (now) => {
      keepAwake.update();
      tray.setVisible(now.settings.keepInTray);
      pages.applyTextSize();
      sendHome('app.changed', now);
    },
  });
  const saveReport = createReportSaver({
    crashLog,
    hosting,
    settings,
    strings,
    showMessage,
    window: () => BrowserWindow.getFocusedWindow() ?? lifecycle.window,
  });

  restrictPermissions(session.defaultSession);
  // The app's own server is reached on loopback without TLS, so every certificate here is foreign.
  session.defaultSession.setCertificateVerifyProc((_request, answer) => answer(-2));
  protocol.handle('app', serveAppFiles(pagesFolder));
  answerCalls(
    {
      ipcMain,
      isHome: (contents) => contents === lifecycle.window?.webContents,
      report,
    },
    createHandlers({
      host,
      hosting,
      tokens: new TokenController({
        keeper,
        host,
        profileName: userInfo().username,
        ownServer,
      }),
      tokenStorage: async () => ((await keeper.isAvailable()) ? 'keychain' : 'memory'),
      servers,
      known,
      found,
      links,
      files,
      serverOf: (contents) => serverWindows.serverOf(contents),
      listChanged,
      chooseServer: () => {
        lifecycle.show();
        sendHome('servers.choosing', null);
      },
      openPayment: (address, window) => payments.open(address, window),
      openMidi: (window) => midi.open(window),
      library,
      chooseFolder: createFolderChoice(dialog),
      copyText: (text) => clipboard.writeText(text),
      showNotice: (notice, contents) =>
        showNotice(notice, () => {
          const window = windowOf(contents);
          if (window === undefined) lifecycle.show();
          else bringToFront(window);
        }),
      keepAwake: (isPlaying, contents) => {
        const window = windowOf(contents);
        if (window !== undefined) keepAwake.playing(window.id, isPlaying);
        updates?.useChanged();
      },
      showData: async () => shell.showItemInFolder(dataPath('server')),
      appSettings,
      checkForUpdates: () => void updates?.check(),
      openHelp: pages.openHelp,
      rememberJoining: (joining) => remembered.change({ joining }),
    }),
  );
  powerMonitor.on('resume', () => {
    for (const window of windows()) sendNews(window.webContents, 'machine.woke', null);
  });

  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        strings,
        platform: process.platform,
        isDevelopment: !app.isPackaged,
        openSettings: () => openSettings(lifecycle, pages.has),
        openHelp: () => pages.openHelp(strings.language),
        openAbout: () => pages.openAbout(lifecycle.window),
        showCrashLog: () => shell.showItemInFolder(crashLog.path),
        showCrashDumps: () => void shell.openPath(app.getPath('crashDumps')),
        saveReport: () => void saveReport(),
        zoom: (step) => {
          const { textSize } = settings.settings;
          appSettings.change({ textSize: step === undefined ? 100 : nextTextSize(textSize, step) });
        },
        checkForUpdates: updates && (() => void updates.check()),
      }),
    ),
  );
  // Never to the internet, which its user asks for each time.
  const atLogin = { joining: remembered.value.joining, outside: false, guests: true };
  if (isAtLogin && settings.settings.hostAtLogin) hosting.open(atLogin);
  else host.start();
  tray.setVisible(settings.settings.keepInTray);
  // Where the app can be brought back without a window, a start at login shows none.
  if (!isAtLogin || !(process.platform === 'darwin' || settings.settings.keepInTray)) lifecycle.show();
  claimLinks(app);
  if (app.isPackaged) claimForAppImage({ ...installed, run: runProgram, report });
  void offerToMove({ app, ...installed, strings, showMessage, report });
  linkInput.open((link) => void links.follow(link));
  fileInput.open((path) => void files.open(path));
  if (settings.setAsidePath !== undefined) {
    showError(strings.settingsUnreadable, strings.fileIsNow({ path: settings.setAsidePath }));
  }
}
