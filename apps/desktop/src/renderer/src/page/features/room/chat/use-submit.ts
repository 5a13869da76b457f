import { RoomtoneError } from '@roomtone/protocol';
import { parseLine, slashCommands } from '@roomtone/sdk';
import { navigate, pathTo } from '../../../app/router.ts';
import { strings } from '../../../strings.ts';
import { useRoomParts } from '../room-parts.ts';
import { useRoom } from '../room-store.ts';
import { useDraft } from './draft-store.ts';
import { aboutCommand } from './offers.ts';

/** Says or does what was typed, and empties the field; where it cannot be read, the field keeps it and words say why. */
export function useSubmit(): (text: string) => string | undefined {
  const { chat } = useRoomParts();
  return (text) => {
    const participants = new Map(useRoom.getState().participants.map((each) => [each.number, each]));
    let typed: ReturnType<typeof parseLine>;
    try {
      typed = parseLine(text, participants);
    } catch (error) {
      return unreadable(text, error);
    }
    useDraft.setState({ text: '' });
    if (typed.kind === 'chat') void chat.say(typed.text);
    else if (typed.command.name === 'help') chat.note(help(typed.given.command?.name));
    else if (typed.command.name === 'leave') navigate(pathTo('lobby'));
    else void chat.run(text);
    return undefined;
  };
}

function help(name: string | undefined): string {
  const named = name === undefined ? slashCommands.map((command) => command.name) : [name];
  return named.map((each) => `/${each} ${aboutCommand(each) ?? ''}`).join('\n');
}

/** What is wrong with a line, and how it would be written right. */
function unreadable(text: string, error: unknown): string {
  const [word = '', whom] = text.split(/\s+/, 2);
  const isAboutWhom = error instanceof RoomtoneError && error.details['field'] === 'name';
  if (isAboutWhom && whom !== undefined) return strings.chat.nobody(whom);
  const about = aboutCommand(word.toLowerCase());
  return about === undefined ? strings.chat.noCommand(word) : strings.chat.wrongCommand(`${word} ${about}`);
}
