import type { profile as english } from '../english/profile.ts';

export const profile: typeof english = {
  notFound: 'Diesen Nutzer gibt es nicht',
  notFoundHint: 'Vielleicht hat sich der Name geändert, oder das Konto wurde gelöscht.',
  stats: 'Bisher',
  notes: 'Gespielte Töne',
  time: 'Zeit in Räumen',
  lastSeen: 'Zuletzt gesehen',
  hours: (hours) => `${hours} Std.`,
  minutes: (minutes) => `${minutes} Min.`,
  you: 'Das bist du.',
  toAccount: 'Dein Konto',
  friend: 'Ihr seid befreundet',
  addFriend: 'Als Freund hinzufügen',
  askedYou: 'Hat dir eine Freundschaftsanfrage geschickt',
  asked: 'Anfrage gesendet',
  isBlocked: 'Du hast diese Person blockiert.',
  guest: 'Melde dich an, um Nachrichten zu schreiben und Freunde hinzuzufügen.',
};
