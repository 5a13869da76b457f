import type { account as english } from '../english/account.ts';
import { counted } from './numbers.ts';

export const account: typeof english = {
  title: 'Dein Konto',
  profile: 'Profil',
  usernameHint: 'So sehen dich andere, und damit meldest du dich an.',
  emailHint: 'Nur du siehst sie.',
  namelessUser: 'Musik',
  save: 'Speichern',
  saved: 'Gespeichert.',
  since: (date) => `Dabei seit ${date}`,
  picture: {
    title: 'Bild',
    choose: 'Bild auswählen',
    unreadable: 'Diese Datei lässt sich nicht als Bild lesen. Wähl PNG, JPEG, WebP oder GIF.',
    tooLarge: 'Dieses Bild hat mehr als 40 Megapixel. Wähl ein kleineres.',
    crop: 'Bild zuschneiden',
    cropHint: 'Verschiebe das Bild mit der Maus oder den Pfeiltasten. Plus und Minus zoomen.',
    cropRole: 'verschiebbares Bild',
    section: 'Sichtbarer Ausschnitt',
    zoom: 'Zoom',
    use: 'Bild verwenden',
    uploading: 'Dein Bild wird hochgeladen',
    changed: 'Bild aktualisiert.',
  },
  password: {
    title: 'Passwort',
    hint: 'Wenn du es änderst, wirst du überall sonst abgemeldet.',
    current: 'Aktuelles Passwort',
    next: 'Neues Passwort',
    setTitle: 'Passwort festlegen',
    setHint: 'Dieses Konto gibt es nur auf diesem Gerät. Mit einem Passwort kannst du dich überall anmelden.',
    set: 'Passwort gespeichert. Du kannst dich jetzt überall anmelden.',
    change: 'Passwort ändern',
    changed: 'Passwort geändert.',
  },
  local: {
    title: 'Dein Profil auf diesem Computer',
    noPassword:
      'Es hat kein Passwort: Wer Roomtone auf diesem Computer benutzt, spielt unter deinem Namen. Den Namen kannst du oben ändern.',
    data: 'Dein Profil, deine Räume und der Chat liegen in einem Ordner auf diesem Computer und sonst nirgends. Um alles zu entfernen, beende Roomtone und lösch den Ordner.',
    show: 'Ordner anzeigen',
  },
  sessions: {
    title: 'Angemeldete Geräte',
    hint: 'Kennst du ein Gerät nicht? Melde es ab und ändere dein Passwort.',
    thisOne: 'dieses Gerät',
    end: 'Abmelden',
    endOne: (device) => `${device} abmelden`,
    endOthers: 'Andere Geräte abmelden',
    ended: (count) => `${counted(count, { one: 'Gerät', other: 'Geräte' })} abgemeldet.`,
    device: (program, system) =>
      [program ?? 'Unbekanntes Programm', system].filter((each) => each !== undefined).join(' auf '),
    from: (address) => `von ${address}`,
  },
  settings: {
    title: 'Einstellungen',
    languageHint: 'Nur auf diesem Gerät.',
    notifications: 'Bei Freunden und Nachrichten benachrichtigen',
    notificationsHint: 'Auch wenn Roomtone im Hintergrund ist, sofern der Browser es erlaubt.',
  },
  leaving: {
    title: 'Abmelden oder löschen',
    noPassword: 'Dieses Konto hat kein Passwort: Wenn du dich abmeldest, ist es weg. Leg zuerst ein Passwort fest.',
    here: 'Abmelden',
    everywhere: 'Überall abmelden',
    delete: 'Konto löschen …',
    deleteTitle: 'Konto löschen',
    deleteHint:
      'Name, Bild, Freunde und Räume werden sofort und endgültig gelöscht. Deine Chatnachrichten bleiben, ohne deinen Namen.',
    deleteNow: 'Endgültig löschen',
  },
};
