import type { account as english } from '../english/account.ts';

export const account: typeof english = {
  title: 'Dein Konto',
  profile: 'Wer du bist',
  usernameHint: 'So heißt du für andere, und damit meldest du dich an.',
  emailHint: 'Die siehst nur du.',
  save: 'Speichern',
  saved: 'Gespeichert.',
  since: (date) => `Hier seit ${date}`,
  picture: {
    title: 'Wie dich andere sehen',
    choose: 'Bild auswählen',
    unreadable: 'Das ist kein Bild, das sich hier lesen lässt. PNG, JPEG, WebP und GIF gehen.',
    tooLarge: 'Dieses Bild hat mehr als 40 Millionen Pixel. Nimm ein kleineres.',
    crop: 'Dein Bild',
    cropHint: 'Zieh daran, oder nimm die Pfeiltasten; Plus und Minus ändern die Größe.',
    cropRole: 'verschiebbares Bild',
    section: 'Was andere sehen werden',
    zoom: 'Größe',
    use: 'Dieses Bild nehmen',
    uploading: 'Dein Bild wird gesendet',
    changed: 'Dein Bild ist da.',
  },
  password: {
    title: 'Passwort',
    hint: 'Mit einem neuen bist du überall sonst abgemeldet.',
    current: 'Jetziges Passwort',
    next: 'Neues Passwort',
    change: 'Passwort ändern',
    changed: 'Dein Passwort ist geändert.',
  },
  local: {
    title: 'Dein Profil auf diesem Computer',
    noPassword:
      'Es hat kein Passwort: Wer Roomtone auf diesem Computer benutzt, bist du. Den Namen kannst du oben ändern.',
    data: 'Profil, Räume und Chat liegen in einem Ordner auf diesem Computer und sonst nirgends. Um alles zu entfernen, beende Roomtone und lösch den Ordner.',
    show: 'Ordner zeigen',
  },
  sessions: {
    title: 'Wo du angemeldet bist',
    hint: 'Beende, was du nicht kennst, und ändere dann dein Passwort.',
    thisOne: 'diese hier',
    end: 'Beenden',
    endOne: (device) => `${device} beenden`,
    endOthers: 'Alle anderen beenden',
    ended: (count) => (count === 1 ? 'Eine Anmeldung endet.' : `${count} Anmeldungen enden.`),
    device: (program, system) =>
      [program ?? 'Unbekanntes Programm', system].filter((each) => each !== undefined).join(' auf '),
    from: (address) => `von ${address}`,
  },
  settings: {
    title: 'Wie es sein soll',
    languageHint: 'Auf diesem Gerät.',
    notifications: 'Sag mir von Freunden und Nachrichten',
    notificationsHint: 'Auch wenn du woanders hinschaust, wo der Browser es erlaubt.',
  },
  leaving: {
    title: 'Weggehen',
    here: 'Abmelden',
    everywhere: 'Überall abmelden',
    delete: 'Konto löschen …',
    deleteTitle: 'Dein Konto löschen',
    deleteHint:
      'Name, Bild, Freunde und Räume sind sofort und für immer fort. Was du in Räumen gesagt hast, bleibt, ohne deinen Namen.',
    deleteNow: 'Für immer löschen',
  },
};
