import type { people as english } from '../english/people.ts';
import { figure } from './numbers.ts';

export const people: typeof english = {
  more: (name) => `Mehr zu ${name}`,
  connection: { good: 'Gute Verbindung', fair: 'Mäßige Verbindung', poor: 'Schlechte Verbindung' },
  connectionUnknown: 'Verbindung noch nicht gemessen',
  pro: 'Pro',
  moderator: 'Moderator',
  bot: 'Bot',
  admin: 'Admin',
  statuses: { away: 'abwesend', busy: 'beschäftigt' },
  profile: 'Profil',
  addFriend: 'Als Freund hinzufügen',
  acceptFriend: 'Freundschaftsanfrage annehmen',
  isFriend: 'Ihr seid befreundet',
  isAsked: 'Freundschaftsanfrage gesendet',
  message: 'Nachricht schreiben',
  friendsOnly: 'Du kannst nur Freunden schreiben.',
  membersOnly: 'Melde dich an, um Freunde hinzuzufügen, zu schreiben und zu blockieren.',
  block: 'Blockieren',
  unblock: 'Blockierung aufheben',
  notesPlayed: 'Gespielte Töne',
  timePlayed: 'Spielzeit',
  lastSeen: 'Zuletzt gesehen',
  playedFor: (seconds) => (seconds < 3_600 ? `${figure(seconds / 60)} Min.` : `${figure(seconds / 3_600)} Std.`),
};
