import type { messages as english } from '../english/messages.ts';
import { counted, figure } from './numbers.ts';

export const messages: typeof english = {
  with: (name) => `Nachrichten mit ${name}`,
  back: 'Freunde',
  unread: (count) => counted(count, { one: 'neue Nachricht', other: 'neue Nachrichten' }),
  you: 'Du',
  choose: 'Nachrichten',
  chooseHint: 'Wähl aus, wem du schreiben willst. Wer offline ist, bekommt deine Nachricht später.',
  empty: 'Noch keine Nachrichten.',
  kept: 'Die Nachrichten liegen nur auf diesem Gerät. Der Server löscht sie, sobald sie zugestellt sind.',
  say: 'Nachricht',
  placeholder: (name) => `Nachricht an ${name}`,
  send: 'Senden',
  sending: 'Wird gesendet',
  delivered: 'Gesendet',
  waiting: 'Wartet auf die Verbindung',
  failed: 'Nicht gesendet.',
  unconfirmed: 'Die Verbindung ist abgebrochen. Vielleicht ist die Nachricht angekommen.',
  again: 'Erneut versuchen',
  discard: 'Verwerfen',
  left: (count) => `noch ${figure(count)}`,
  notFriends: 'Ihr seid gerade nicht befreundet. Du kannst nur Freunden schreiben.',
  clear: 'Von diesem Gerät löschen',
  cleared: (name) => `Die Nachrichten mit ${name} sind von diesem Gerät gelöscht.`,
};
