import { maxMidiFileBytes } from '../shared/midi-file.ts';
import type { Settings } from './settings/settings.ts';

/** The texts of the main process in one language. Roles are Electron's names of standard menu items. */
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
  /** The answer if the user asked; an update that is ready has been offered instead. */
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
  lookForUpdates: 'Look for Updates…',
  updates: 'Updates',
  updateChoices: { stable: 'Finished Versions', beta: 'Betas, Too', off: 'Never' },
  updateIsHere: (version) => `Roomtone ${version} is here.`,
  installing: 'Installing it takes a moment and starts the app again.',
  installNow: 'Install Now',
  later: 'Later',
  updateOutcomes: {
    off: 'Updates are switched off.',
    'in use': 'Not during a session: leave the room and stop hosting first.',
    'up to date': 'This is the newest version.',
    interrupted: 'A session began, so the download stopped. It goes on afterwards.',
    failed: 'It could not be found out. What happened is in the crash log.',
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
  hostDoesNotStart: 'Roomtone’s own server does not start. It goes on trying.',
  pageKeepsDying: 'The window keeps failing.',
  seeLog: (path) => `What happened is in ${path}.`,
  settingsUnreadable: 'The settings could not be read, so the usual ones are in use.',
  fileIsNow: (path) => `The file is now ${path}.`,
  midiFileProblems: {
    unreadable: 'This file could not be read.',
    'too large': `This file is too large to be played: ${mebibytes} MiB is the most.`,
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
  showCrashLog: 'Absturzprotokoll zeigen',
  notifications: 'Mitteilungen',
  keepAwake: 'Bildschirm beim Spielen wach halten',
  keepInTray: 'Weiterlaufen, wenn das Fenster geschlossen ist',
  lookForUpdates: 'Nach Aktualisierungen suchen …',
  updates: 'Aktualisierungen',
  updateChoices: { stable: 'Fertige Versionen', beta: 'Auch Betas', off: 'Nie' },
  updateIsHere: (version) => `Roomtone ${version} ist da.`,
  installing: 'Die Installation dauert einen Moment und startet die App neu.',
  installNow: 'Jetzt installieren',
  later: 'Später',
  updateOutcomes: {
    off: 'Aktualisierungen sind ausgeschaltet.',
    'in use': 'Nicht während gespielt wird: Verlass erst den Raum und schließ deinen Server.',
    'up to date': 'Das ist die neueste Version.',
    interrupted: 'Es wird gespielt, darum hat das Herunterladen aufgehört. Es geht danach weiter.',
    failed: 'Es war nicht herauszufinden. Was geschehen ist, steht im Absturzprotokoll.',
  },
  show: 'Roomtone zeigen',
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
  hostDoesNotStart: 'Roomtones eigener Server startet nicht. Es wird weiter versucht.',
  pageKeepsDying: 'Das Fenster fällt immer wieder aus.',
  seeLog: (path) => `Was geschehen ist, steht in ${path}.`,
  settingsUnreadable: 'Die Einstellungen waren nicht lesbar, darum gelten die üblichen.',
  fileIsNow: (path) => `Die Datei ist jetzt ${path}.`,
  midiFileProblems: {
    unreadable: 'Diese Datei war nicht lesbar.',
    'too large': `Diese Datei ist zu groß zum Spielen: Mehr als ${mebibytes} MiB dürfen es nicht sein.`,
  },
  aboutPage: '/about.de.html',
};

/** @param preferred the system's languages as BCP 47 tags, most preferred first. */
export function wordsFor(preferred: readonly string[]): Words {
  const known = preferred.map((tag) => tag.toLowerCase().split('-')[0]).find((code) => code === 'en' || code === 'de');
  return known === 'de' ? german : english;
}
