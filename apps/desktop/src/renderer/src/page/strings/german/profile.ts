import type { profile as english } from '../english/profile.ts';

export const profile: typeof english = {
  notFound: 'So heißt hier niemand',
  notFoundHint: 'Vielleicht hat sich der Name geändert, oder das Konto ist fort.',
  stats: 'Bisher',
  notes: 'Gespielte Töne',
  time: 'Zeit in Räumen',
  lastSeen: 'Zuletzt da',
  hours: (hours) => `${hours} Std.`,
  minutes: (minutes) => `${minutes} Min.`,
  you: 'Das bist du.',
  toAccount: 'Dein Konto',
  friend: 'Ihr seid befreundet',
  addFriend: 'Als Freund hinzufügen',
  askedYou: 'Möchte mit dir befreundet sein',
  asked: 'Gefragt',
  isBlocked: 'Du hast diese Person blockiert.',
  guest: 'Melde dich an, um Leuten zu schreiben und Freunde zu haben.',
};
