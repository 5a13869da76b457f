import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, crashReporter, dialog, protocol } from 'electron';
import { runApp } from './composition/run-app.ts';
import { linkAmong } from './links/deep-link.ts';
import { LaunchInput } from './links/launch-input.ts';
import { midiFileAmong } from './links/opened-files.ts';
import { CrashLog } from './processes/crash-log.ts';
import { failToStart, failWhileRunning } from './processes/start-failure.ts';
import { stringsFor } from './strings.ts';
import { appPrivileges } from './windows/app-protocol.ts';

// Entry point of the main process: what Electron must know before it is ready. The rest is assembled in composition/.

const built = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
/** The server serves the same folder. With the sounds it is large, so a release contains it only once. */
const pagesFolder = join(fileURLToPath(import.meta.resolve('@roomtone/server/start')), '../web');

const ownData = app.commandLine.getSwitchValue('user-data-dir');
if (ownData !== '') app.setPath('userData', ownData);
const dataPath = (name: string) => join(app.getPath('userData'), name);
const crashLog = new CrashLog(dataPath('logs/crashes.log'));
// Dumps of processes that crash stay on this machine.
crashReporter.start({ uploadToServer: false });
const failure = () => ({ app, dialog, log: crashLog, strings: stringsFor(app.getPreferredSystemLanguages()) });
process.on('uncaughtException', (error) => failWhileRunning(failure(), error));
process.on('unhandledRejection', (error) => crashLog.write('unhandled rejection in the main process', error));

protocol.registerSchemesAsPrivileged([appPrivileges]);
app.enableSandbox();
// Windows shows notifications and groups windows by it; it is the installer's id.
app.setAppUserModelId('org.roomtone.desktop');
const linkInput = new LaunchInput(app, 'link', linkAmong(process.argv));
const fileInput = new LaunchInput(app, 'file', midiFileAmong(process.argv, process.cwd()));
if (app.requestSingleInstanceLock({ ...linkInput.handoverData, ...fileInput.handoverData })) {
  const start = { crashLog, links: linkInput, files: fileInput, dataPath, built, pagesFolder };
  void app
    .whenReady()
    .then(() => runApp(start))
    .catch((error) => failToStart(failure(), error));
} else app.quit();
