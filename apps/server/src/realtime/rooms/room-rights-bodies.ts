// The rights in a room as they travel (room rules R23): numbers for the names that REST has.
import { RoomRight, type RoomSettings, validationError } from '@roomtone/protocol';
import type { ChatRight, LoopRight, MetronomeRight, PlayRight, UpdateRoomBody } from '@roomtone/protocol/rest';
import type { RoomSettingsRecord } from '../../ports/room-storage.ts';

type Name = PlayRight | ChatRight | MetronomeRight;

const numbers: Readonly<Record<Name, RoomRight>> = {
  everybody: RoomRight.EVERYBODY,
  members: RoomRight.MEMBERS,
  named: RoomRight.NAMED,
  turns: RoomRight.TURNS,
  moderators: RoomRight.MODERATORS,
  players: RoomRight.PLAYERS,
};

const play: readonly PlayRight[] = ['everybody', 'members', 'named', 'turns'];
const chat: readonly ChatRight[] = ['everybody', 'members', 'moderators'];
const metronome: readonly MetronomeRight[] = ['moderators', 'players'];
const loops: readonly LoopRight[] = ['everybody', 'moderators'];

export function settingsBody(record: RoomSettingsRecord): RoomSettings {
  const { mayPlay, mayChat, maySetMetronome, mayLoop, ...rest } = record;
  return {
    ...rest,
    mayPlay: numbers[mayPlay],
    mayChat: numbers[mayChat],
    maySetMetronome: numbers[maySetMetronome],
    mayLoop: numbers[mayLoop],
  };
}

/**
 * The rights of a command, as REST has them.
 * @throws {RoomtoneError} VALIDATION_ERROR on a right that does not exist.
 */
export function rightsIn(settings: RoomSettings): NonNullable<UpdateRoomBody['settings']> {
  const { turnPlayers, turnSeconds } = settings;
  return {
    ...right('may_play', settings.mayPlay, play),
    ...right('may_chat', settings.mayChat, chat),
    ...right('may_set_metronome', settings.maySetMetronome, metronome),
    ...right('may_loop', settings.mayLoop, loops),
    ...(turnPlayers === undefined ? {} : { turn_players: turnPlayers }),
    ...(turnSeconds === undefined ? {} : { turn_seconds: turnSeconds }),
  };
}

function right<Field extends string, N extends Name>(
  field: Field,
  number: RoomRight | undefined,
  names: readonly N[],
): { [Key in Field]?: N } {
  if (number === undefined) return {};
  const name = names.find((each) => numbers[each] === number);
  if (name === undefined) {
    throw validationError([{ field: `settings.${field}`, issue: `must be one of ${names.join(', ')}` }]);
  }
  // The type of a computed key is lost.
  return { [field]: name } as { [Key in Field]?: N };
}
