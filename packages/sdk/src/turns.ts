// Permission to play in a room, turns, and the list of named players.
import { TurnAction } from '@roomtone/protocol';
import type { Caller } from './bots.ts';
import type { CallOptions } from './call-options.ts';
import { inPath } from './calls/send.ts';
import type { RestRequest } from './rest.ts';
import type { Participant, RoomInfo, Turns } from './room/from-wire.ts';
import type { ModerationTarget } from './room/moderation.ts';
import type { Room } from './room/room.ts';
import type { RoomPlayersView, TurnsView } from './views.ts';

/**
 * Why somebody may not play in a room.
 * - guest: guests only listen.
 * - members: the account has no password, and is on no list of the room.
 * - named: they are on no list of the room.
 * - turns: it is not their turn.
 */
export type WhyNotPlay = 'guest' | 'members' | 'named' | 'turns';

/**
 * Says why a participant may not play by the room's settings, as the server decides it; undefined if they may. A mute is another
 * matter: see `participant.muted`.
 */
export function whyNotPlay(
  room: Pick<RoomInfo, 'roomOwner' | 'moderators' | 'players' | 'settings'>,
  { guest, userId, member, participantId }: Pick<Participant, 'guest' | 'userId' | 'member' | 'participantId'>,
  turns: Turns | undefined,
): WhyNotPlay | undefined {
  if (guest) return 'guest';
  switch (room.settings?.mayPlay) {
    case 'members':
      return member || isListed(room, userId) ? undefined : 'members';
    case 'named':
      return isListed(room, userId) ? undefined : 'named';
    case 'turns':
      return turns?.playing.some((turn) => turn.participantId === participantId) ? undefined : 'turns';
    default:
      return undefined;
  }
}

function isListed(
  { roomOwner, moderators, players }: Pick<RoomInfo, 'roomOwner' | 'moderators' | 'players'>,
  userId: string,
) {
  return userId === roomOwner || moderators?.includes(userId) === true || players?.includes(userId) === true;
}

/**
 * Turns in a room where players take them. Each call resolves when it is done; `room.turns` and the event `turns` say whose turn it
 * is. They reject with AUTHORIZATION_ERROR where nobody takes turns, and for guests.
 */
export function turnsIn(room: Pick<Room, 'tell'>) {
  const act = (action: TurnAction, participant: number, position: number, options?: CallOptions) =>
    room.tell({ kind: 'turnCommand', body: { action, participant, position } }, options);
  return {
    /** Takes the last place in the queue, or the turn if nobody has it. @throws with the reason `queue_full`. */
    take: (options?: CallOptions): Promise<void> => act(TurnAction.TAKE, 0, 0, options),
    /** Passes the turn on to the next one, or gives up the place in the queue. */
    pass: (options?: CallOptions): Promise<void> => act(TurnAction.PASS, 0, 0, options),
    /** Moves somebody who waits; for those who moderate the room. @param place from 1. */
    move: (participantId: number, place: number, options?: CallOptions): Promise<void> =>
      act(TurnAction.MOVE, participantId, place, options),
    /** Ends somebody's turn, or takes them out of the queue; for those who moderate the room. */
    skip: (participantId: number, options?: CallOptions): Promise<void> =>
      act(TurnAction.SKIP, participantId, 0, options),
  };
}

/** Puts a user on the room's list of named players, or takes them off it; for those who moderate the room. */
export function namePlayer(
  room: Pick<Room, 'tell'>,
  target: ModerationTarget,
  named: boolean,
  options?: CallOptions,
): Promise<void> {
  const whom = 'userId' in target ? { userId: target.userId } : { participant: target.participantId };
  return room.tell({ kind: 'moderationCommand', body: { namePlayer: { named }, ...whom, reason: '' } }, options);
}

/** The named players of a room, wherever one is. For those who moderate the room. */
export function playerCalls({ call }: Caller, roomId: string) {
  const ofRoom = `/api/rooms/${inPath(roomId)}/players`;
  const set = async (method: 'PUT' | 'DELETE', user: string, options?: CallOptions): Promise<void> => {
    await call({ method, path: `${ofRoom}/${inPath(user)}` }, options);
  };
  return {
    /** The first named first. */
    list: (options?: CallOptions): Promise<RoomPlayersView> => call({ method: 'GET', path: ofRoom }, options),
    /** Names a user or a bot. @param user an id or a name. */
    add: (user: string, options?: CallOptions): Promise<void> => set('PUT', user, options),
    /** Takes one off the list. */
    remove: (user: string, options?: CallOptions): Promise<void> => set('DELETE', user, options),
  };
}

/** Somebody in the queue. */
export interface QueuedPlayer {
  readonly participantId: number;
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
}

/** The players in turn, and the queue, the next one first. */
export interface TurnQueue {
  readonly playing: readonly (QueuedPlayer & { readonly lastedMs: number })[];
  readonly waiting: readonly QueuedPlayer[];
}

/**
 * The turns of a room over REST: for those who are inside or moderate it. They do what the calls of `turnsIn(room)` do, with the
 * same rights and errors, and resolve with the queue afterwards, which is empty where players do not take turns.
 * @param client a RoomtoneClient.
 */
export function turnCalls({ call }: Caller, roomId: string) {
  const turns = `/api/rooms/${inPath(roomId)}/turns`;
  const ask = async (request: Omit<RestRequest, 'path'>, below: string, options?: CallOptions): Promise<TurnQueue> => {
    const { playing, waiting } = await call<TurnsView>({ ...request, path: turns + below }, options);
    return {
      playing: playing.map(({ participant, ...who }) => ({ participantId: participant, ...who })),
      waiting: waiting.map(({ participant, ...who }) => ({ participantId: participant, ...who })),
    };
  };
  const own = (participantId: number | undefined) => ({ participant: participantId });
  return {
    queue: (options?: CallOptions): Promise<TurnQueue> => ask({ method: 'GET' }, '', options),
    /** Takes the last place in the queue. @param participantId for somebody who is inside more than once. */
    take: (participantId?: number, options?: CallOptions): Promise<TurnQueue> =>
      ask({ method: 'POST', body: own(participantId) }, '', options),
    /** Passes the turn on to the next one, or gives up the place in the queue. */
    pass: (participantId?: number, options?: CallOptions): Promise<TurnQueue> =>
      ask({ method: 'POST', body: own(participantId) }, '/pass', options),
    /** Moves somebody who waits; for those who moderate the room. @param place from 1. */
    move: (participantId: number, place: number, options?: CallOptions): Promise<TurnQueue> =>
      ask({ method: 'PUT', body: { position: place } }, `/${participantId}`, options),
    /** Ends somebody's turn, or takes them out of the queue; for those who moderate the room. */
    skip: (participantId: number, options?: CallOptions): Promise<TurnQueue> =>
      ask({ method: 'DELETE' }, `/${participantId}`, options),
  };
}
