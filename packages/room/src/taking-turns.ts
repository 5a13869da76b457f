// Commands about turns in a room (room rules R23.5 to R23.10).
import { issues, type Members, RoomtoneError, TurnAction, type TurnCommand, validationError } from '@roomtone/protocol';
import type { RoomState } from './room.ts';
import { moveTo, noTurns, passOn, settled, type TurnRules, type Turns, takePlace } from './turns.ts';

/** The facts that decide when a turn in this room ends. */
export function turnRules({ rules, participants }: RoomState): TurnRules {
  const { turnPlayers, turnSeconds } = rules.settings;
  return {
    players: turnPlayers,
    seconds: turnSeconds,
    isInside: (number) => participants.has(number),
    heardUs: (number) => participants.get(number)?.heardUs ?? 0,
  };
}

/** The turns in the form in which they are sent. */
export function shownTurns({ turns, participants }: RoomState, nowUs: number): Members['turns'] {
  const { playing, waiting } = turns ?? noTurns;
  const inside = playing.filter(({ number }) => participants.has(number));
  return {
    playing: inside.map(({ number }) => number),
    lasted: inside.map(({ startedUs }) => Math.max(0, Math.round((nowUs - startedUs) / 1000))),
    waiting: waiting.filter((number) => participants.has(number)),
  };
}

/**
 * The turns after a command of a participant; those from before if nothing changes.
 * @throws {RoomtoneError} VALIDATION_ERROR on `action` or `position`, AUTHORIZATION_ERROR with reason no_turns if nobody takes turns
 *   here, or queue_full.
 */
export function turnsAfter(room: RoomState, command: TurnCommand, sender: number, nowUs: number): Turns {
  const { mayPlay } = room.rules.settings;
  const act = actOf(command, sender, (number) => room.participants.get(number)?.personId);
  if (mayPlay !== 'turns') {
    const details = { reason: 'no_turns', may_play: mayPlay } as const;
    throw new RoomtoneError('AUTHORIZATION_ERROR', 'Players do not take turns in this room.', details);
  }
  return settled(act(room.turns ?? noTurns), turnRules(room), nowUs);
}

/** The effect of a command on the turns. */
function actOf(
  { action, participant, position }: TurnCommand,
  sender: number,
  personOf: (number: number) => string | undefined,
): (turns: Turns) => Turns {
  switch (action) {
    case TurnAction.TAKE:
      return (turns) => takePlace(turns, sender, (other) => personOf(other) === personOf(sender));
    case TurnAction.PASS:
      return (turns) => passOn(turns, sender);
    case TurnAction.MOVE:
      if (position < 1) throw validationError([{ field: 'position', ...issues.wholeBetween(1, 100) }]);
      return (turns) => moveTo(turns, participant, position);
    case TurnAction.SKIP:
      return (turns) => passOn(turns, participant);
    default:
      throw validationError([{ field: 'action', issue: 'must be take, pass, move or skip' }]);
  }
}
