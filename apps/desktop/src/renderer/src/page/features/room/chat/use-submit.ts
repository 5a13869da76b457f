import { RoomtoneError } from '@roomtone/protocol';
import { parseLine, slashCommands } from '@roomtone/sdk/extras';
import { navigate, pathTo } from '../../../app/router.ts';
import { strings } from '../../../strings.ts';
import { useRoomParts } from '../room-parts.ts';
import { useRoom } from '../room-store.ts';
import { useDraft } from './draft-store.ts';
import { aboutCommand } from './suggestions.ts';

/**
 * Sends or runs what was typed and clears the field. An invalid command stays in the field, and the reason is returned.
 */
export function useSubmit(): (text: string) => string | undefined {
  const { chat } = useRoomParts();
  return (text) => {
    const participants = new Map(useRoom.getState().participants.map((each) => [each.participantId, each]));
    let typed: ReturnType<typeof parseLine>;
    try {
      typed = parseLine(text, participants);
    } catch (error) {
      return commandError(text, error);
    }
    useDraft.setState({ text: '' });
    if (typed.kind === 'chat') void chat.send(typed.text);
    else if (typed.command.name === 'help') chat.showLocally(help(typed.given.command?.name));
    else if (typed.command.name === 'leave') navigate(pathTo('lobby'));
    else void chat.run(text);
    return undefined;
  };
}

function help(name: string | undefined): string {
  const named = name === undefined ? slashCommands.map((command) => command.name) : [name];
  return named.map((each) => `/${each} ${aboutCommand(each) ?? ''}`).join('\n');
}

/** The error for an invalid command, with its correct form. */
function commandError(text: string, error: unknown): string {
  const [word = '', name] = text.split(/\s+/, 2);
  const isUnknownName = error instanceof RoomtoneError && error.details.field === 'name';
  if (isUnknownName && name !== undefined) return strings.chat.nobody(name);
  const about = aboutCommand(word.toLowerCase());
  return about === undefined ? strings.chat.noCommand(word) : strings.chat.wrongCommand(`${word} ${about}`);
}
