import { type Participant, type Room, RoomType } from '@roomtone/protocol';
import type { Account } from '../../../../contract/messages.ts';

/** What somebody may do in a room; the server decides by the same rules, and by roles as they are at the moment. */
export interface Powers {
  /** Changes and deletes the room, and hands it over. */
  readonly manages: boolean;
  /** Kicks, bans and mutes participants and removes messages (room rules R13.1). */
  readonly moderates: boolean;
}

export const noPowers: Powers = { manages: false, moderates: false };

export function powersIn(room: Room | undefined, account: Account | undefined): Powers {
  if (room === undefined || account === undefined) return noPowers;
  const manages = account.userId === room.roomOwner || account.roles.includes('admin');
  const isModerator = room.roomType !== RoomType.PRIVATE && account.roles.includes('moderator');
  return { manages, moderates: manages || isModerator };
}

/** Why somebody may not act against a participant; undefined where they may (room rules R13.1, R13.2). */
export type Hindrance = 'not-moderator' | 'owner' | 'self' | undefined;

export function hindrance(
  room: Room | undefined,
  account: Account | undefined,
  participant: Pick<Participant, 'userId' | 'guest'>,
): Hindrance {
  if (!powersIn(room, account).moderates) return 'not-moderator';
  if (participant.guest) return undefined;
  if (participant.userId === account?.userId) return 'self';
  const isOwner = participant.userId === room?.roomOwner;
  return isOwner && account?.roles.includes('admin') !== true ? 'owner' : undefined;
}
