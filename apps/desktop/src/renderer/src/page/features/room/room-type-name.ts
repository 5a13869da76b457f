import { RoomType } from '@roomtone/protocol';

/** A room's type as the words call it. */
export function roomTypeName(type: RoomType): 'public' | 'private' | 'pro' {
  if (type === RoomType.PRIVATE) return 'private';
  return type === RoomType.PRO ? 'pro' : 'public';
}
