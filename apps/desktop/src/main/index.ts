import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { browseServers } from '@roomtone/discovery';
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  Notification,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
} from 'electron';
import { midiPortChannel, type News, type NewsName } from '../shared/ipc.ts';
import { Host } from './hosting/host.ts';
import { Hosting } from './hosting/hosting.ts';
import { KeepAwake } from './hosting/keep-awake.ts';
import { createHandlers } from './ipc/call-handlers.ts';
import { answerCalls, tell } from './ipc/ipc.ts';
import { loadKeytar, openKeychain } from './keychain/keychain.ts';
import { KeychainTokenKeeper } from './keychain/keychain-tokens.ts';
import { TokenDesk } from './keychain/token-desk.ts';
import { linkAmong } from './links/deep-link.ts';
import { Door } from './links/door.ts';
import { claimLinks, Links } from './links/links.ts';
import { midiFileAmong, OpenedFiles } from './links/opened-files.ts';
import { MidiProcess } from './midi/midi-process.ts';
import { FoundServers } from './servers/found-servers.ts';
import { KnownServers } from './servers/known-servers.ts';
import { ServerDesk } from './servers/server-desk.ts';
import { keyOfServer } from './servers/server-key.ts';
import { createServerSessions } from './servers/server-session.ts';
import { ServerWindows } from './servers/server-windows.ts';
import { RememberedFile } from './settings/remembered.ts';
import { type Settings, SettingsFile } from './settings/settings.ts';
import { CrashLog } from './shell/crash-log.ts';
import { watchProcesses } from './shell/crashes.ts';
import { keepLastWords } from './shell/last-words.ts';
import { Lifecycle } from './shell/lifecycle.ts';
import { menuTemplate, trayTemplate } from './shell/menu.ts';
import { createNotices } from './shell/notices.ts';
import { TrayIcon } from './shell/tray-icon.ts';
import { wordsFor } from './shell/words.ts';
import { startUpdates } from './updates/start-updates.ts';
import { appPrivileges, serveAppFiles } from './windows/app-protocol.ts';
import { PaymentPages } from './windows/payment-pages.ts';
import { restrictPermissions } from './windows/permissions.ts';
import { bringToFront, openAboutWindow, openWindow, type WindowParts } from './windows/window.ts';
import { workAreasOf } from './windows/window-bounds.ts';

// The main process: hands Electron's parts to the modules that do the work.

const built = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
/** Where the server has them, too: with the sounds they are large, and a release carries them once. */
const pages = join(fileURLToPath(import.meta.resolve('@roomtone/server/start')), '../web');

const ownData = app.commandLine.getSwitchValue('user-data-dir');
if (ownData !== '') app.setPath('userData', ownData);
const dataPath = (name: string) => join(app.getPath('userData'), name);
const crashLog = new CrashLog(dataPath('logs/crashes.log'));
process.on('uncaughtException', (error) => {
  crashLog.write('uncaught exception in the main process', error);
  app.exit(1);
});
process.on('unhandledRejection', (error) => crashLog.write('unhandled rejection in the main process', error));

protocol.registerSchemesAsPrivileged([appPrivileges]);
app.enableSandbox();
const linkDoor = new Door(app, 'link', linkAmong(process.argv));
const fileDoor = new Door(app, 'file', midiFileAmong(process.argv, process.cwd()));
if (app.requestSingleInstanceLock({ ...linkDoor.brought, ...fileDoor.brought })) void app.whenReady().then(run);
else app.quit();

function run(): void {
  const words = wordsFor(app.getPreferredSystemLanguages());
  const nowMs = () => performance.now();
  const settings = new SettingsFile(dataPath('settings.json'), Date.now());
  const remembered = new RememberedFile(dataPath('remembered.json'));
  const windows = () => BrowserWindow.getAllWindows();
  const tellHome = <Name extends NewsName>(name: Name, told: News<Name>) => {
    if (lifecycle.window !== undefined) tell(lifecycle.window.webContents, name, told);
  };
  const go = (contents: Electron.WebContents, path: string) => tell(contents, 'place.go', path);

  const hosting = new Hosting({
    change: (session) => host.change(session),
    now: Date.now,
    tell: (state) => tellHome('host.changed', state),
  });
  const host = new Host({
    fork: () => {
      const child = forkProcess('host/index.js', 'Roomtone server');
      child.stdout?.on('data', (chunk) => hosting.wrote(String(chunk)));
      return child;
    },
    createChannel: () => new MessageChannelMain(),
    dataDir: dataPath('server'),
    port: remembered.value.port,
    nowMs,
    onState: (state) => {
      if (state.status === 'ready') remembered.change({ port: Number(new URL(state.url).port) });
      hosting.processChanged(state);
    },
    onProblem: (problem, failures) => {
      crashLog.write(`server: ${problem.detail}`);
      hosting.problem(problem);
      if (failures === 3) complain(words.hostDoesNotStart, problem.detail);
    },
  });
  const midi = new MidiProcess<Electron.WebContents>({
    fork: () => forkProcess('midi/index.js', 'Roomtone MIDI'),
    createChannel: () => new MessageChannelMain(),
    handOver: (page, port) => page.postMessage(midiPortChannel, null, [port]),
    nowMs,
    onProblem: (problem) => crashLog.write(problem),
  });
  const keepAwake = new KeepAwake(powerSaveBlocker, () => settings.settings.keepAwake);
  const outside = {
    openOutside: (url: string) => void shell.openExternal(url),
    report: (problem: string) => crashLog.write(problem),
  };
  const create = (options: Electron.BrowserWindowConstructorOptions) => new BrowserWindow(options);
  const watchPage = watchProcesses({
    app,
    log: crashLog,
    nowMs,
    pageKeepsDying: () => complain(words.pageKeepsDying, words.seeLog(crashLog.path)),
  });
  const openOne = (
    place: { readonly path: string; readonly partition?: string },
    bounds: Pick<WindowParts, 'last' | 'remember'>,
  ) => {
    const window = openWindow(
      { ...outside, ...bounds, create, preload: built('preload/index.cjs'), workAreas: () => workAreasOf(screen) },
      { ...place, isDark: nativeTheme.shouldUseDarkColors },
    );
    const { id, webContents } = window;
    window.on('focus', () => midi.focused(webContents));
    window.on('closed', () => {
      keepAwake.playing(id, false);
      midi.closed(webContents);
    });
    watchPage(window);
    return window;
  };
  const lifecycle = new Lifecycle({
    app,
    openMain: (path) =>
      openOne(
        { path },
        { last: () => remembered.value.window, remember: (state) => remembered.change({ window: state }) },
      ),
    go: ({ webContents }, path) => go(webContents, path),
    staysWithoutWindow: () => process.platform === 'darwin' || settings.settings.keepInTray,
    shutDown: () => {
      midi.stop();
      found.watch(false);
      return host.stop();
    },
  });
  const openAbout = () => openAboutWindow({ ...outside, create }, words, lifecycle.window);
  const showNotice = createNotices({
    isSupported: () => Notification.isSupported(),
    create: (options) => new Notification(options),
    isWanted: () => settings.settings.notifications,
    isWatched: () => windows().some((window) => window.isFocused()),
  });

  const known = new KnownServers(dataPath('servers.json'));
  const found = new FoundServers({
    browse: browseServers,
    ownFingerprint: () => hosting.fingerprint,
    changed: () => listChanged(),
    onProblem: (error) => crashLog.write('servers on the network', error),
  });
  const listChanged = () => tellHome('servers.changed', { known: known.list(), found: [...found.list()] });
  const serverWindows = new ServerWindows({
    sessionOf: createServerSessions({
      fromPartition: (partition) => session.fromPartition(partition),
      root: pages,
      onOther: (id) => {
        const window = serverWindows.windowOf(id);
        if (window !== undefined) tell(window.webContents, 'place.refused', null);
      },
    }),
    open: (partition, path) => openOne({ path, partition }, { last: () => null, remember: () => {} }),
  });
  const servers = new ServerDesk({
    known,
    keyOf: keyOfServer,
    ownFingerprint: () => hosting.fingerprint,
    ownUrl: () => (host.state.status === 'ready' ? host.state.url : undefined),
    showOwn: (path) => lifecycle.show(path),
    show: (server, path) => serverWindows.show(server, path, go),
    nameAt: (address) => found.nameAt(address),
  });
  const payments = new PaymentPages({
    openOutside: (url) => shell.openExternal(url),
    serverOf: (window) =>
      serverWindows.serverOf(window)?.address ?? (host.state.status === 'ready' ? host.state.url : undefined),
    showAt: (contents, path) => {
      const window = BrowserWindow.fromWebContents(contents);
      if (window === null) return false;
      go(contents, path);
      bringToFront(window);
      return true;
    },
    showHome: (path) => lifecycle.show(path),
  });
  const links = new Links({
    goTo: (text) => servers.goTo(text),
    goBack: (path) => payments.goBack(path),
    showHome: () => {
      lifecycle.show();
      tellHome('servers.arrived', null);
    },
  });
  const files = new OpenedFiles({
    complain: (problem, path) => complain(words.midiFileProblems[problem], path),
    showHome: () => {
      lifecycle.show();
      tellHome('files.opened', null);
    },
  });
  const keychain = openKeychain(loadKeytar);

  restrictPermissions(session.defaultSession);
  // The app's own server is reached on loopback, without TLS.
  session.defaultSession.setCertificateVerifyProc((_request, answer) => answer(-2));
  protocol.handle('app', serveAppFiles(pages));
  answerCalls(
    {
      ipcMain,
      isHome: (contents) => contents === lifecycle.window?.webContents,
      report: (problem, error) => crashLog.write(problem, error),
    },
    createHandlers({
      host,
      hosting,
      tokens: new TokenDesk({
        keeper: new KeychainTokenKeeper(keychain, (id) => known.identityOf(id)),
        host,
        profileName: userInfo().username,
      }),
      keeping: async () => ((await keychain) === undefined ? 'memory' : 'keychain'),
      servers,
      known,
      found,
      links,
      files,
      serverOf: (contents) => serverWindows.serverOf(contents),
      listChanged,
      chooseServer: () => {
        lifecycle.show();
        tellHome('servers.choosing', null);
      },
      openPayment: (address, window) => payments.open(address, window),
      openMidi: (window) => midi.open(window),
      copyText: (text) => clipboard.writeText(text),
      showNotice: (notice, contents) =>
        showNotice(notice, () => {
          const window = BrowserWindow.fromWebContents(contents);
          if (window === null) lifecycle.show();
          else bringToFront(window);
        }),
      keepAwake: (isPlaying, contents) => {
        keepAwake.playing(BrowserWindow.fromWebContents(contents)?.id ?? -1, isPlaying);
        updates?.sessionChanged();
      },
      showData: async () => shell.showItemInFolder(dataPath('server')),
    }),
  );
  powerMonitor.on('resume', () => {
    for (const window of windows()) tell(window.webContents, 'machine.woke', null);
  });

  const change = (changes: Partial<Settings>) => {
    settings.change(changes);
    keepAwake.update();
    tray.be(settings.settings.keepInTray);
  };
  const tray = new TrayIcon({
    create: () => new Tray(built('../icons/tray.png')),
    menu: () => Menu.buildFromTemplate(trayTemplate(words, { show: () => lifecycle.show(), quit: () => app.quit() })),
    show: () => lifecycle.show(),
  });
  const updates = startUpdates({
    words,
    app,
    dialog,
    windows,
    channel: () => settings.settings.updates,
    isSession: () => keepAwake.isPlaying || hosting.fingerprint !== undefined,
    report: (problem) => crashLog.write(problem),
  });
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        words,
        platform: process.platform,
        isDevelopment: !app.isPackaged,
        settings: settings.settings,
        change,
        openAbout,
        showCrashLog: () => shell.showItemInFolder(crashLog.path),
        lookForUpdates: updates && (() => void updates.look()),
      }),
    ),
  );
  host.start();
  tray.be(settings.settings.keepInTray);
  lifecycle.show();
  claimLinks(app);
  linkDoor.open((link) => void links.follow(link));
  fileDoor.open((path) => void files.open(path));
  if (settings.keptAside !== undefined) {
    complain(words.settingsUnreadable, words.fileIsNow(settings.keptAside));
  }
}

/** Starts one of the app's own processes. */
function forkProcess(entry: string, serviceName: string): Electron.UtilityProcess {
  return keepLastWords(utilityProcess.fork(built(entry), [], { serviceName, stdio: 'pipe' }), serviceName, crashLog);
}

/** Tells people something without waiting for them. */
function complain(message: string, detail: string): void {
  void dialog.showMessageBox({ type: 'warning', title: 'Roomtone', message, detail });
}
