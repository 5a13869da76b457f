import type { roomSettings as english } from '../english/room-settings.ts';

export const roomSettings: typeof english = {
  title: 'Raumeinstellungen',
  room: 'Raum',
  bans: 'Gesperrt',
  ownerOnly: (owner) => `Das kann nur ${owner || 'der Besitzer'} ändern.`,
  type: (type) => `Dieser Raum ist ${type}. Das lässt sich nicht ändern. Für eine andere Art erstell einen neuen Raum.`,
  delete: 'Raum löschen',
  deleteWarning: (room) => `${room} wird samt Chat und Sperren endgültig gelöscht, für alle.`,
  deleteNow: 'Endgültig löschen',
  keep: 'Behalten',
  deleted: (room) => `${room} wurde gelöscht.`,
  noBans: 'Niemand ist gesperrt.',
  bannedForGood: 'unbefristet',
  bannedUntil: (moment) => `bis ${moment}`,
  unban: 'Entsperren',
  unbanName: (name) => `${name} entsperren`,
};
