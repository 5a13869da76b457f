import { RoomType } from '@roomtone/protocol';

/** The key of a room type in the texts. */
export function roomTypeName(type: RoomType): 'public' | 'private' | 'pro' {
  if (type === RoomType.PRIVATE) return 'private';
  return type === RoomType.PRO ? 'pro' : 'public';
}
