// Acts of REST in rooms, with the rights and limits of the commands that do the same (S35, S36, S37).
import { type LoopCommand, namesOf, RoomtoneError, TurnAction } from '@roomtone/protocol';
import {
  checkModerates,
  checkSetsMetronome,
  isPlaying,
  mayModerate,
  muted,
  noTurns,
  type Participant,
} from '@roomtone/room';
import { addressBlock } from '../../application/address-block.ts';
import type {
  LoopsNow,
  OwnTurnCommand,
  RequestingUser,
  RoomsFromOutside,
  RoomTimeNow,
  TurnsNow,
} from '../../application/rooms/rooms-from-outside.ts';
import type { CommandKind, CommandLimits } from '../../domain/command-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Requester } from '../delivery/recipient.ts';
import { readChat } from '../rooms/chat-pages.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import { setPlayoutMode, setTransport } from '../rooms/room-time.ts';
import { checkLoopCommands, useLoops } from '../rooms/use-loops.ts';
import { isForModerators } from './bot-commands.ts';
import { loopCommandKind } from './command.ts';
import { muteNow } from './join-room.ts';
import { type RoomOfConnectionDeps, withRoomHeld } from './room-of-connection.ts';
import { takeTurn } from './turn-command.ts';

export interface FromOutsideDeps extends Pick<RoomOfConnectionDeps, 'restrictions' | 'rooms'> {
  readonly storage: RoomOfConnectionDeps['storage'] & Pick<Storage, 'recentChat' | 'blocksOf' | 'blockedBotsOf'>;
  readonly clock: Pick<Clock, 'nowMs' | 'serviceUs'>;
  readonly commandLimits: Pick<CommandLimits, 'take' | 'spend'>;
}

/** A room that a request is about, and the requester's participants in it, in the order in which they joined. */
interface Visit {
  readonly room: LiveRoom;
  readonly own: readonly Participant[];
}

/** Makes what REST uses. A room that nobody is in is loaded for as long as a request takes. */
export function roomsFromOutside(deps: FromOutsideDeps): RoomsFromOutside {
  const { clock } = deps;
  const visit = <T>(actor: RequestingUser, roomId: string, act: (visit: Visit) => Promise<T> | T) =>
    visited(deps, actor, roomId, act);
  return {
    async loops(actor, roomId, slot) {
      countCommand(deps, actor, slot === undefined ? 'loopList' : 'loop');
      return visit(actor, roomId, ({ room }) => loopsNow(room, clock));
    },
    async useLoops(actor, roomId, commands) {
      for (const command of commands) countCommand(deps, actor, loopCommandKind(command));
      return visit(actor, roomId, async ({ room, own }) => {
        const participant = own.find((one) => one.mayPlay) ?? own[0];
        if (participant === undefined) await checkNotMuted(deps, room, actor);
        await useAll(deps, room, commands, actor, requesterOf(room, participant));
        return loopsNow(room, clock);
      });
    },
    async chat(actor, roomId, page) {
      countCommand(deps, actor, 'chatHistory');
      return visit(actor, roomId, async ({ room, own: [participant] }) => {
        const blocks = participant === undefined ? await blocksOf(deps, actor) : undefined;
        const isRead = (userId: string) =>
          participant === undefined ? blocks?.has(userId) !== true : room.readsChatOf(participant, userId);
        return readChat(deps.storage, roomId, page, isRead);
      });
    },
    turns: (actor, roomId) => visit(actor, roomId, ({ room }) => turnsNow(room, clock)),
    async useTurns(actor, roomId, command) {
      countCommand(deps, actor, 'turns');
      return visit(actor, roomId, async ({ room, own }) => {
        const isModeration = isForModerators(command.action);
        const participant = isModeration ? own[0] : turnTaker(room, own, command);
        await takeTurn(room, command, actor, requesterOf(room, participant));
        return turnsNow(room, clock);
      });
    },
    time: (actor, roomId) => visit(actor, roomId, ({ room }) => timeNow(room, clock)),
    async setTransport(actor, roomId, change) {
      countCommand(deps, actor, 'time');
      return visit(actor, roomId, async ({ room, own }) => {
        const participant = own.find((one) => one.mayPlay) ?? own[0];
        if (participant === undefined) checkModerates(room.record, actor);
        else checkSetsMetronome(room.record, actor, participant, clock.serviceUs());
        const asked = { ...room.time.transport, startTime: 0, ...change };
        await setTransport(room, asked, requesterOf(room, participant), clock);
        return timeNow(room, clock);
      });
    },
    async setPlayoutMode(actor, roomId, mode) {
      countCommand(deps, actor, 'time');
      return visit(actor, roomId, async ({ room, own }) => {
        checkModerates(room.record, actor);
        await setPlayoutMode(room, { ...mode, commonDelay: 0 }, requesterOf(room, own[0]));
        return timeNow(room, clock);
      });
    },
  };
}

/** @throws {RoomtoneError} AUTHORIZATION_ERROR with reason not_in_room for those who neither are inside nor moderate it. */
async function visited<T>(
  deps: FromOutsideDeps,
  actor: RequestingUser,
  roomId: string,
  act: (visit: Visit) => Promise<T> | T,
): Promise<T> {
  const room = await deps.rooms.acquire(roomId);
  try {
    return await withRoomHeld(deps, room, async () => {
      room.checkOpen();
      const own = [...room.participants.values()].filter(({ info }) => info.userId === actor.userId);
      if (own.length === 0 && !mayModerate(room.record, actor)) throw notInside();
      const result = await act({ room, own });
      room.checkOpen();
      return result;
    });
  } finally {
    deps.rooms.release(room);
  }
}

/** Somebody inside acts as their participant, of whom the others have to have heard (R3.8). */
function requesterOf(room: LiveRoom, participant: Participant | undefined): Requester {
  if (participant !== undefined) room.announce(participant);
  return { recipient: undefined, requestId: 0, sender: participant?.number ?? 0 };
}

/** @throws {RoomtoneError} RATE_LIMIT_EXCEEDED: what somebody sends over REST counts like their commands (R18). */
function countCommand({ commandLimits, clock }: FromOutsideDeps, actor: RequestingUser, kind: CommandKind): void {
  const sender = { id: actor.personId, guest: false, addressBlock: addressBlock(actor.address) };
  const refusal = commandLimits.take(kind, sender, { nowMs: clock.nowMs(), nowUs: clock.serviceUs() });
  if (refusal !== undefined) throw refusal;
}

async function useAll(
  { clock, commandLimits: limits }: FromOutsideDeps,
  room: LiveRoom,
  commands: readonly LoopCommand[],
  actor: RequestingUser,
  requester: Requester,
): Promise<void> {
  if (commands.length > 1) checkLoopCommands(room, commands, actor, requester, clock);
  const user = { ...actor, addressBlock: addressBlock(actor.address) };
  for (const command of commands) await useLoops(room, command, user, requester, { clock, limits });
}

/** The users whose chat somebody outside does not get, bots among them. */
async function blocksOf({ storage }: FromOutsideDeps, { userId }: RequestingUser): Promise<ReadonlySet<string>> {
  const [people, bots] = [await storage.blocksOf(userId), await storage.blockedBotsOf(userId)];
  return new Set([...people.map((person) => person.userId), ...bots]);
}

/** @throws {RoomtoneError} AUTHORIZATION_ERROR with reason muted: a mute holds for somebody outside, too. */
async function checkNotMuted(deps: FromOutsideDeps, { record }: LiveRoom, user: RequestingUser): Promise<void> {
  const mute = await muteNow(deps, record.roomId, user);
  if (mute?.notes === true) throw muted();
}

/**
 * The participant who takes a turn or passes it on: the one that was named, or else for passing one whose turn it is or who waits.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason not_in_room if they are not inside, or RESOURCE_NOT_FOUND.
 */
function turnTaker({ turns: { turns = noTurns } }: LiveRoom, own: readonly Participant[], command: OwnTurnCommand) {
  const { action, as } = command;
  const [first] = own;
  if (first === undefined) throw notInside();
  if (as === undefined) {
    if (action !== TurnAction.PASS) return first;
    const playing = own.find(({ number }) => isPlaying(turns, number));
    return playing ?? own.find(({ number }) => turns.waiting.includes(number)) ?? first;
  }
  const named = own.find(({ number }) => number === as);
  if (named !== undefined) return named;
  throw new RoomtoneError('RESOURCE_NOT_FOUND', 'You have no such participant in this room.', { participant: as });
}

function notInside(): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', 'This is for those who are inside the room, or moderate it.', {
    required: [],
    reason: 'not_in_room',
  });
}

function loopsNow({ loops, time }: LiveRoom, clock: Pick<Clock, 'serviceUs'>): LoopsNow {
  const { revision, bySlot } = loops.all;
  return { revision, bySlot, transport: time.transport, serverTime: clock.serviceUs() };
}

function turnsNow({ turns, participants }: LiveRoom, clock: Pick<Clock, 'serviceUs'>): TurnsNow {
  const { playing, waiting } = (turns.areTaken ? turns.turns : undefined) ?? noTurns;
  const serverTime = clock.serviceUs();
  const queued = (number: number) => {
    const participant = participants.get(number);
    return participant === undefined ? [] : [named(participant)];
  };
  return {
    playing: playing.flatMap(({ number, startedUs }) =>
      queued(number).map((one) => ({ ...one, lastedMs: Math.max(0, Math.round((serverTime - startedUs) / 1000)) })),
    ),
    waiting: waiting.flatMap(queued),
  };
}

function named({ number, info }: Participant) {
  return { number, userId: info.userId, ...namesOf(info) };
}

function timeNow({ time: { transport, playout } }: LiveRoom, clock: Pick<Clock, 'serviceUs'>): RoomTimeNow {
  return { transport, mode: playout.mode, serverTime: clock.serviceUs() };
}
