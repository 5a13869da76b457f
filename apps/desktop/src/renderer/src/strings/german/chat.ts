import type { chat as english } from '../english/chat.ts';

export const chat: typeof english = {
  title: 'Chat',
  placeholder: 'Sag etwas',
  say: 'Nachricht',
  send: 'Senden',
  closed: 'In diesem Raum ist der Chat geschlossen.',
  guest: 'Melde dich an, um zu schreiben.',
  empty: 'Noch hat niemand etwas gesagt.',
  came: (name) => `${name} ist da`,
  went: (name) => `${name} ist gegangen`,
  lost: (name) => `${name} hat die Verbindung verloren`,
  sending: 'Wird gesendet',
  failed: (why) => `Nicht gesendet. ${why}`,
  again: 'Noch einmal versuchen',
  forget: 'Verwerfen',
  left: (count) => `noch ${count}`,
};
