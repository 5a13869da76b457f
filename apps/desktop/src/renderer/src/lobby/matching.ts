import type { RoomEntry } from '@roomtone/protocol/rest';

/** The rooms whose name, or whose owner's name, has the text in it; case and accents do not matter. */
export function matching(rooms: readonly RoomEntry[], text: string): readonly RoomEntry[] {
  const wanted = plain(text.trim());
  if (wanted === '') return rooms;
  return rooms.filter((room) => plain(room.room_name).includes(wanted) || plain(room.room_owner_name).includes(wanted));
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLocaleLowerCase();
}
