import type { HelpLanguage } from '../shared/ipc.ts';
import { maxMidiFileBytes } from '../shared/midi-file.ts';

/** The texts of the main process in one language. Roles are Electron's names of standard menu items. */
export interface Strings {
  readonly file: string;
  readonly edit: string;
  readonly view: string;
  readonly window: string;
  readonly help: string;
  readonly about: string;
  readonly showCrashLog: string;
  readonly showCrashDumps: string;
  readonly moveToApplications: string;
  readonly whyMove: string;
  readonly move: string;
  readonly settings: string;
  readonly openHelp: string;
  readonly saveReport: string;
  readonly reportSaved: string;
  readonly reportNotSaved: string;
  readonly showFile: string;
  readonly close: string;
  readonly checkForUpdates: string;
  readonly updateIsHere: (version: string) => string;
  readonly installing: string;
  readonly installNow: string;
  readonly later: string;
  /** The answer if the user asked; an update that is ready has been offered instead. */
  readonly updateOutcomes: Readonly<
    Record<'off' | 'in use' | 'up to date' | 'by hand' | 'interrupted' | 'failed', string>
  >;
  readonly openLink: (host: string) => string;
  readonly open: string;
  readonly cancel: string;
  readonly show: string;
  readonly quit: string;
  readonly roles: Readonly<Record<RoleName, string>>;
  readonly startFailure: string;
  readonly hasToClose: string;
  readonly serverStartFailure: string;
  readonly pageKeepsCrashing: string;
  readonly seeLog: (path: string) => string;
  readonly settingsUnreadable: string;
  readonly fileIsNow: (path: string) => string;
  readonly midiFileProblems: Readonly<Record<'unreadable' | 'too large', string>>;
  /** The page about the app. */
  readonly aboutPage: string;
  readonly language: HelpLanguage;
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

const english: Strings = {
  file: '&File',
  edit: '&Edit',
  view: '&View',
  window: '&Window',
  help: '&Help',
  about: 'About Roomtone',
  showCrashLog: 'Show crash log',
  showCrashDumps: 'Show crash dumps',
  moveToApplications: 'Move Roomtone to the Applications folder?',
  whyMove: 'From the disk image it can’t update itself. Moving it restarts it.',
  move: 'Move',
  settings: 'Settings…',
  openHelp: 'Roomtone help',
  saveReport: 'Save crash report…',
  reportSaved: 'The report was saved. Read it before you send it to anybody.',
  reportNotSaved: 'The report could not be saved.',
  showFile: 'Show in folder',
  close: 'Close',
  checkForUpdates: 'Check for updates…',
  updateIsHere: (version) => `Roomtone ${version} is available.`,
  installing: 'Installing it takes a moment and restarts the app.',
  installNow: 'Install now',
  later: 'Later',
  updateOutcomes: {
    off: 'Updates are turned off.',
    'in use': 'Roomtone doesn’t update during a session. Leave the room and stop hosting first.',
    'up to date': 'You have the newest version.',
    'by hand': 'This copy can’t update itself. Download and unpack new versions yourself.',
    interrupted: 'A session started, so the download is paused. It continues afterwards.',
    failed: 'The update didn’t work. See the crash log for details.',
  },
  openLink: (host) => `Open ${host} in your browser?`,
  open: 'Open',
  cancel: 'Cancel',
  show: 'Show Roomtone',
  quit: 'Quit',
  roles: {
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    delete: 'Delete',
    selectAll: 'Select all',
    resetZoom: 'Actual size',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    togglefullscreen: 'Full screen',
    minimize: 'Minimize',
    close: 'Close window',
    services: 'Services',
    hide: 'Hide Roomtone',
    hideOthers: 'Hide others',
    unhide: 'Show all',
  },
  startFailure: 'Roomtone can’t start',
  hasToClose: 'Roomtone has to close',
  serverStartFailure: 'Roomtone’s own server won’t start. The app keeps trying.',
  pageKeepsCrashing: 'This window keeps crashing.',
  seeLog: (path) => `See ${path} for details.`,
  settingsUnreadable: 'Your settings could not be read, so Roomtone is using the defaults.',
  fileIsNow: (path) => `The old file was moved to ${path}.`,
  midiFileProblems: {
    unreadable: 'This file could not be read.',
    'too large': `This file is too large to play. The limit is ${mebibytes} MiB.`,
  },
  aboutPage: '/about.html',
  language: 'en',
};

const german: Strings = {
  file: '&Datei',
  edit: '&Bearbeiten',
  view: '&Ansicht',
  window: '&Fenster',
  help: '&Hilfe',
  about: 'Über Roomtone',
  showCrashLog: 'Absturzprotokoll anzeigen',
  showCrashDumps: 'Speicherabbilder von Abstürzen anzeigen',
  moveToApplications: 'Roomtone in den Ordner „Programme“ bewegen?',
  whyMove: 'Vom Image aus kann es sich nicht aktualisieren. Danach startet es neu.',
  move: 'Bewegen',
  settings: 'Einstellungen …',
  openHelp: 'Roomtone-Hilfe',
  saveReport: 'Absturzbericht speichern …',
  reportSaved: 'Der Bericht ist gespeichert. Lies ihn, bevor du ihn verschickst.',
  reportNotSaved: 'Der Bericht ließ sich nicht speichern.',
  showFile: 'Im Ordner anzeigen',
  close: 'Schließen',
  checkForUpdates: 'Nach Updates suchen …',
  updateIsHere: (version) => `Roomtone ${version} ist verfügbar.`,
  installing: 'Die Installation dauert einen Moment, danach startet die App neu.',
  installNow: 'Jetzt installieren',
  later: 'Später',
  updateOutcomes: {
    off: 'Updates sind ausgeschaltet.',
    'in use': 'Beim Spielen gibt es keine Updates. Verlass erst den Raum und schließ deinen Server.',
    'up to date': 'Du hast die neueste Version.',
    'by hand':
      'Diese Kopie kann sich nicht selbst aktualisieren. Lade neue Versionen selbst herunter und entpacke sie.',
    interrupted: 'Es wird gespielt, deshalb pausiert der Download. Danach geht er weiter.',
    failed: 'Das Update hat nicht geklappt. Details stehen im Absturzprotokoll.',
  },
  openLink: (host) => `${host} im Browser öffnen?`,
  open: 'Öffnen',
  cancel: 'Abbrechen',
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
  startFailure: 'Roomtone kann nicht starten',
  hasToClose: 'Roomtone muss beendet werden',
  serverStartFailure: 'Der eigene Server von Roomtone startet nicht. Die App versucht es weiter.',
  pageKeepsCrashing: 'Dieses Fenster stürzt immer wieder ab.',
  seeLog: (path) => `Details stehen in ${path}.`,
  settingsUnreadable: 'Deine Einstellungen ließen sich nicht lesen. Es gelten die Standardeinstellungen.',
  fileIsNow: (path) => `Die alte Datei liegt jetzt unter ${path}.`,
  midiFileProblems: {
    unreadable: 'Diese Datei lässt sich nicht lesen.',
    'too large': `Diese Datei ist zu groß. Höchstens ${mebibytes} MiB sind möglich.`,
  },
  aboutPage: '/about.de.html',
  language: 'de',
};

/** @param preferred the system's languages as BCP 47 tags, most preferred first. */
export function stringsFor(preferred: readonly string[]): Strings {
  const known = preferred.map((tag) => tag.toLowerCase().split('-')[0]).find((code) => code === 'en' || code === 'de');
  return known === 'de' ? german : english;
}
