import type { frame as english } from '../english/frame.ts';

export const frame: typeof english = {
  navigation: 'Hauptnavigation',
  skip: 'Zum Inhalt',
  routes: { lobby: 'Räume', friends: 'Freunde', practice: 'Üben', host: 'Session hosten' },
  menu: (name) => `Menü von ${name}`,
  guestMenu: 'Menü',
  asGuest: 'Du hörst als Gast zu',
  theme: 'Erscheinungsbild',
  themes: { system: 'System', dark: 'Dunkel', light: 'Hell' },
  language: 'Sprache',
  signIn: 'Anmelden',
  signOut: 'Abmelden',
  loading: 'Wird geladen',
  nowhere: 'Seite nicht gefunden',
  nowhereHint: 'Vielleicht ist die Adresse unvollständig. Prüf sie oder geh zu den Räumen.',
  toLobby: 'Zu den Räumen',
  broken: 'Etwas ist schiefgegangen',
  brokenHint: 'Lade die Seite neu. Deine Aufnahmen bleiben erhalten.',
  reload: 'Seite neu laden',
  membersOnly: 'Dafür brauchst du ein Konto',
  membersOnlyHint: 'Melde dich an oder leg ein Konto an. Das dauert nur einen Moment.',
};
