export const roomSettings = {
  title: 'Room settings',
  room: 'Room',
  bans: 'Banned',
  ownerOnly: (owner: string) => `Only ${owner || 'the owner'} can change these.`,
  type: (type: string) =>
    `This room is ${type}. That can’t be changed. Create another room if you need a different type.`,
  delete: 'Delete room',
  deleteWarning: (room: string) => `${room}, its chat and its bans are deleted permanently, for everyone.`,
  deleteNow: 'Delete permanently',
  keep: 'Keep room',
  deleted: (room: string) => `${room} was deleted.`,
  noBans: 'No one is banned.',
  bannedForGood: 'indefinitely',
  bannedUntil: (moment: string) => `until ${moment}`,
  unban: 'Unban',
  unbanName: (name: string) => `Unban ${name}`,
};
