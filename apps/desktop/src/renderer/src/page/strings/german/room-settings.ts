import type { roomSettings as english } from '../english/room-settings.ts';

export const roomSettings: typeof english = {
  title: 'Raum einstellen',
  room: 'Raum',
  bans: 'Ausgesperrt',
  ownerOnly: (owner) => `Das ändert nur ${owner || 'der Gastgeber'}.`,
  type: (type) => `Dieser Raum ist ${type}. Das bleibt so: Für eine andere Art öffne einen anderen Raum.`,
  delete: 'Raum löschen',
  deleteWarning: (room) => `${room} ist dann samt Chat und Sperren endgültig weg, für alle.`,
  deleteNow: 'Endgültig löschen',
  keep: 'Behalten',
  deleted: (room) => `${room} ist gelöscht.`,
  noBans: 'Niemand ist ausgesperrt.',
  bannedForGood: 'bis auf Weiteres',
  bannedUntil: (moment) => `bis ${moment}`,
  unban: 'Wieder einlassen',
  unbanName: (name) => `${name} wieder einlassen`,
};
