import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
import { midiPortChannel } from '../shared/ipc.ts';
import { appPrivileges, serveAppFiles } from './app-protocol.ts';
import { certificateAnswer } from './certificate-verdict.ts';
import { CrashLog } from './crash-log.ts';
import { watchProcesses } from './crashes.ts';
import { Host } from './host.ts';
import { answerCalls, tell } from './ipc.ts';
import { KeepAwake } from './keep-awake.ts';
import { loadKeytar, openKeychain } from './keychain.ts';
import { KeychainTokenKeeper } from './keychain-tokens.ts';
import { keepLastWords } from './last-words.ts';
import { Lifecycle } from './lifecycle.ts';
import { menuTemplate, trayTemplate } from './menu.ts';
import { MidiProcess } from './midi-process.ts';
import { createNotices } from './notices.ts';
import { restrictPermissions } from './permissions.ts';
import { RememberedFile } from './remembered.ts';
import { ServerPins } from './server-pins.ts';
import { type Settings, SettingsFile } from './settings.ts';
import { ownServer, TokenDesk } from './token-desk.ts';
import { TrayIcon } from './tray-icon.ts';
import { openAboutWindow, openWindow } from './window.ts';
import { workAreasOf } from './window-bounds.ts';

// The main process: hands Electron's parts to the modules that do the work.

const built = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

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
if (app.requestSingleInstanceLock()) void app.whenReady().then(run);
else app.quit();

function run(): void {
  const nowMs = () => performance.now();
  const settings = new SettingsFile(dataPath('settings.json'), Date.now());
  const remembered = new RememberedFile(dataPath('remembered.json'));
  const windows = () => BrowserWindow.getAllWindows();

  const host = new Host({
    fork: () => forkProcess('host/index.js', 'Roomtone server'),
    createChannel: () => new MessageChannelMain(),
    dataDir: dataPath('server'),
    port: remembered.value.port,
    nowMs,
    onState: (state) => {
      if (state.status === 'ready') remembered.change({ port: Number(new URL(state.url).port) });
      for (const window of windows()) tell(window.webContents, 'host.changed', state);
    },
    onProblem: (problem, failures) => {
      crashLog.write(`server: ${problem}`);
      if (failures === 3) complain('Roomtone’s own server does not start. It goes on trying.', problem);
    },
  });
  const midi = new MidiProcess<Electron.WebContents>({
    fork: () => forkProcess('midi/index.js', 'Roomtone MIDI'),
    createChannel: () => new MessageChannelMain(),
    handOver: (page, port) => page.postMessage(midiPortChannel, null, [port]),
    nowMs,
    onProblem: (problem) => crashLog.write(problem),
  });
  const pins = new ServerPins(dataPath('servers.json'));
  const keychain = openKeychain(loadKeytar);
  const keeper = new KeychainTokenKeeper(keychain, (server) =>
    server === ownServer ? pins.own : pins.identityOf(server),
  );
  const desk = new TokenDesk({ keeper, host, profileName: userInfo().username });
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
    pageKeepsDying: () => complain('The window keeps failing.', `What happened is in ${crashLog.path}.`),
  });
  const openMain = () => {
    const window = openWindow(
      {
        ...outside,
        create,
        preload: built('preload/index.cjs'),
        workAreas: () => workAreasOf(screen),
        last: () => remembered.value.window,
        remember: (state) => remembered.change({ window: state }),
      },
      nativeTheme.shouldUseDarkColors,
    );
    const { id } = window;
    window.on('closed', () => keepAwake.playing(id, false));
    watchPage(window);
    return window;
  };
  const lifecycle = new Lifecycle({
    app,
    openMain,
    staysWithoutWindow: () => process.platform === 'darwin' || settings.settings.keepInTray,
    shutDown: () => {
      midi.stop();
      return host.stop();
    },
  });
  const openAbout = () => openAboutWindow({ ...outside, create }, lifecycle.window);
  const showNotice = createNotices({
    isSupported: () => Notification.isSupported(),
    create: (options) => new Notification(options),
    isWanted: () => settings.settings.notifications,
    isWatched: () => windows().some((window) => window.isFocused()),
    show: () => lifecycle.show(),
  });

  restrictPermissions(session.defaultSession);
  session.defaultSession.setCertificateVerifyProc((request, answer) => answer(certificateAnswer(pins, request)));
  protocol.handle('app', serveAppFiles(built('renderer')));
  answerCalls(
    { ipcMain, report: (problem, error) => crashLog.write(problem, error) },
    {
      'host.open': () => host.ready(),
      'tokens.load': ({ server }) => desk.load(server),
      'tokens.save': async ({ server, tokens, lasting }) => {
        await (tokens === null ? desk.forget(server) : desk.save(server, tokens, lasting));
        return null;
      },
      'tokens.keeping': async () => ((await keychain) === undefined ? 'memory' : 'keychain'),
      'midi.open': (_request, sender) => {
        midi.open(sender);
        return null;
      },
      'text.copy': async (text) => {
        await clipboard.writeText(text);
        return null;
      },
      'notice.show': (notice) => {
        showNotice(notice);
        return null;
      },
      'awake.keep': (isPlaying, sender) => {
        keepAwake.playing(BrowserWindow.fromWebContents(sender)?.id ?? -1, isPlaying);
        return null;
      },
    },
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
    menu: () => Menu.buildFromTemplate(trayTemplate({ show: () => lifecycle.show(), quit: () => app.quit() })),
    show: () => lifecycle.show(),
  });
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        platform: process.platform,
        isDevelopment: !app.isPackaged,
        settings: settings.settings,
        change,
        openAbout,
        showCrashLog: () => shell.showItemInFolder(crashLog.path),
      }),
    ),
  );
  host.start();
  tray.be(settings.settings.keepInTray);
  lifecycle.show();
  if (settings.keptAside !== undefined) {
    complain('The settings could not be read, so the usual ones are in use.', `The file is now ${settings.keptAside}.`);
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
