import { maxMidiFileBytes } from '../shared/midi-file.ts';
import type { Settings } from './settings/settings.ts';

/** What the main process says, in one language. Roles are what Electron calls items that do what every program's do. */
export interface Words {
  readonly file: string;
  readonly edit: string;
  readonly view: string;
  readonly window: string;
  readonly help: string;
  readonly about: string;
  readonly showCrashLog: string;
  readonly notifications: string;
  readonly keepAwake: string;
  readonly keepInTray: string;
  readonly lookForUpdates: string;
  readonly updates: string;
  readonly updateChoices: Readonly<Record<Settings['updates'], string>>;
  readonly updateIsHere: (version: string) => string;
  readonly installing: string;
  readonly installNow: string;
  readonly later: string;
  /** Where somebody has asked; what is ready has been offered. */
  readonly updateOutcomes: Readonly<Record<'off' | 'in use' | 'up to date' | 'interrupted' | 'failed', string>>;
  readonly show: string;
  readonly quit: string;
  readonly roles: Readonly<Record<RoleName, string>>;
  readonly hostDoesNotStart: string;
  readonly pageKeepsDying: string;
  readonly seeLog: (path: string) => string;
  readonly settingsUnreadable: string;
  readonly fileIsNow: (path: string) => string;
  readonly midiFileProblems: Readonly<Record<'unreadable' | 'too large', string>>;
  /** The page about the app. */
  readonly aboutPage: string;
}

export type RoleName =
  | 'undo'
  | 'redo'
  | 'cut'
  | 'copy'
  | 'paste'
  | 'delete'
  | 'selectAll'
  | 'resetZoom'
  | 'zoomIn'
  | 'zoomOut'
  | 'togglefullscreen'
  | 'minimize'
  | 'close'
  | 'services'
  | 'hide'
  | 'hideOthers'
  | 'unhide';

const mebibytes = maxMidiFileBytes / 1024 / 1024;

const english: Words = {
  file: '&File',
  edit: '&Edit',
  view: '&View',
  window: '&Window',
  help: '&Help',
  about: 'About Roomtone',
  showCrashLog: 'Show the Crash Log',
  notifications: 'Notifications',
  keepAwake: 'Keep the Screen Awake While Playing',
  keepInTray: 'Keep Running When the Window Is Closed',
  lookForUpdates: 'Check for Updates…',
  updates: 'Updates',
  updateChoices: { stable: 'Stable Versions', beta: 'Include Betas', off: 'Never' },
  updateIsHere: (version) => `Roomtone ${version} is available.`,
  installing: 'The installation takes a moment and restarts the app.',
  installNow: 'Install Now',
  later: 'Later',
  updateOutcomes: {
    off: 'Updates are turned off.',
    'in use': 'Updates wait while you play. Leave the room and end your session first.',
    'up to date': 'Roomtone is up to date.',
    interrupted: 'The download stopped because a session began. It continues when the session ends.',
    failed: 'Couldn’t check for updates. The crash log shows what happened.',
  },
  show: 'Show Roomtone',
  quit: 'Quit',
  roles: {
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    delete: 'Delete',
    selectAll: 'Select All',
    resetZoom: 'Actual Size',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    togglefullscreen: 'Full Screen',
    minimize: 'Minimize',
    close: 'Close Window',
    services: 'Services',
    hide: 'Hide Roomtone',
    hideOthers: 'Hide Others',
    unhide: 'Show All',
  },
  hostDoesNotStart: 'The server in this app doesn’t start. Roomtone keeps trying.',
  pageKeepsDying: 'The window keeps crashing.',
  seeLog: (path) => `${path} shows what happened.`,
  settingsUnreadable: 'The settings could not be read, so Roomtone uses the defaults.',
  fileIsNow: (path) => `The old file is now ${path}.`,
  midiFileProblems: {
    unreadable: 'This file can’t be read. Choose another one.',
    'too large': `This file is too large to play. The limit is ${mebibytes} MiB.`,
  },
  aboutPage: '/about.html',
};

const german: Words = {
  file: '&Datei',
  edit: '&Bearbeiten',
  view: '&Ansicht',
  window: '&Fenster',
  help: '&Hilfe',
  about: 'Über Roomtone',
  showCrashLog: 'Absturzprotokoll anzeigen',
  notifications: 'Mitteilungen',
  keepAwake: 'Bildschirm beim Spielen wach halten',
  keepInTray: 'Nach dem Schließen des Fensters weiterlaufen',
  lookForUpdates: 'Nach Updates suchen …',
  updates: 'Automatische Updates',
  updateChoices: { stable: 'Stabile Versionen', beta: 'Auch Betas', off: 'Nie' },
  updateIsHere: (version) => `Roomtone ${version} ist verfügbar.`,
  installing: 'Die Installation dauert einen Moment und startet die App neu.',
  installNow: 'Jetzt installieren',
  later: 'Später',
  updateOutcomes: {
    off: 'Updates sind ausgeschaltet.',
    'in use': 'Während du spielst, warten Updates. Verlass erst den Raum und beende deine Session.',
    'up to date': 'Roomtone ist aktuell.',
    interrupted: 'Der Download wurde unterbrochen, weil eine Session begonnen hat. Danach geht er weiter.',
    failed: 'Die Suche nach Updates hat nicht geklappt. Was passiert ist, steht im Absturzprotokoll.',
  },
  show: 'Roomtone anzeigen',
  quit: 'Beenden',
  roles: {
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    cut: 'Ausschneiden',
    copy: 'Kopieren',
    paste: 'Einfügen',
    delete: 'Löschen',
    selectAll: 'Alles auswählen',
    resetZoom: 'Originalgröße',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    togglefullscreen: 'Vollbild',
    minimize: 'Minimieren',
    close: 'Fenster schließen',
    services: 'Dienste',
    hide: 'Roomtone ausblenden',
    hideOthers: 'Andere ausblenden',
    unhide: 'Alle einblenden',
  },
  hostDoesNotStart: 'Der Server in dieser App startet nicht. Roomtone versucht es weiter.',
  pageKeepsDying: 'Das Fenster stürzt immer wieder ab.',
  seeLog: (path) => `Was passiert ist, steht in ${path}.`,
  settingsUnreadable: 'Die Einstellungen waren nicht lesbar, deshalb gelten die Standardwerte.',
  fileIsNow: (path) => `Die alte Datei ist jetzt ${path}.`,
  midiFileProblems: {
    unreadable: 'Diese Datei lässt sich nicht lesen. Wähl eine andere.',
    'too large': `Diese Datei ist zu groß zum Abspielen. Höchstens ${mebibytes} MiB sind möglich.`,
  },
  aboutPage: '/about.de.html',
};

/** @param preferred the system's languages, as BCP 47, the first the most wanted. */
export function wordsFor(preferred: readonly string[]): Words {
  const known = preferred.map((tag) => tag.toLowerCase().split('-')[0]).find((code) => code === 'en' || code === 'de');
  return known === 'de' ? german : english;
}
