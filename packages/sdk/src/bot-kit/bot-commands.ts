import type { ChatMessage, Participant } from '../room/from-wire.ts';
import type { Room } from '../room/room.ts';

/** `words` takes the rest of the line; a `word` may be in quotes; a participant is given by name, or by number as in `#3`. */
export type BotArgumentKind = 'word' | 'words' | 'number' | 'participant';

export interface BotArgument {
  readonly name: string;
  readonly kind: BotArgumentKind;
  readonly optional?: boolean;
}

/** The arguments of a call: a value for each argument, undefined for an optional one that is missing. */
export type BotArguments<Takes extends readonly BotArgument[]> = {
  readonly [Each in Takes[number] as Each['name']]:
    | {
        readonly word: string;
        readonly words: string;
        readonly number: number;
        readonly participant: Participant;
      }[Each['kind']]
    | (Each['optional'] extends true ? undefined : never);
};

/** A call of a command by somebody in the chat. */
export interface BotCall<Takes extends readonly BotArgument[] = readonly BotArgument[]> {
  readonly room: Room;
  readonly message: ChatMessage;
  readonly given: BotArguments<Takes>;
  /** Says something in the room; waits if the room takes no more for a moment. */
  readonly reply: (text: string) => Promise<void>;
}

export interface BotCommand<Takes extends readonly BotArgument[] = readonly BotArgument[]> {
  /** Its purpose in a few words, for the help. */
  readonly about: string;
  readonly takes?: Takes;
  /** Only for the owner and the moderators of the room. */
  readonly moderatorsOnly?: boolean;
  /** A text that it resolves with is said in the room. */
  readonly run: (call: BotCall<Takes>) => string | undefined | Promise<string | undefined> | Promise<void> | void;
}

/** A line that is no proper call: the text is for its author. */
export class BotUsageError extends Error {
  override readonly name = 'BotUsageError';
}

/** How a command is called: `!roll [sides]`; an argument in brackets may be left out. */
export function usageOf(prefix: string, name: string, { takes = [] }: BotCommand): string {
  return [`${prefix}${name}`, ...takes.map((each) => (each.optional ? `[${each.name}]` : `<${each.name}>`))].join(' ');
}

/** @throws {BotUsageError} if an argument is missing, is none of its kind, or is left over. */
export function argumentsIn(
  text: string,
  takes: readonly BotArgument[],
  participants: ReadonlyMap<number, Participant>,
): Readonly<Record<string, unknown>> {
  let rest = text.trim();
  const given: Record<string, unknown> = {};
  for (const { name, kind, optional } of takes) {
    if (rest === '') {
      if (optional !== true) throw new BotUsageError(`<${name}> is missing`);
      given[name] = undefined;
      continue;
    }
    const [whole, quoted, plain = ''] = /^(?:"([^"]*)"|(\S+))\s*/.exec(rest) ?? [rest];
    const word = kind === 'words' ? rest : (quoted ?? plain);
    rest = kind === 'words' ? '' : rest.slice(whole.length);
    given[name] = argumentOf(name, kind, word, participants);
  }
  if (rest !== '') throw new BotUsageError(`“${rest}” is too much`);
  return given;
}

function argumentOf(
  name: string,
  kind: BotArgumentKind,
  word: string,
  inside: ReadonlyMap<number, Participant>,
): unknown {
  switch (kind) {
    case 'number': {
      const number = Number(word);
      if (word === '' || !Number.isFinite(number)) throw new BotUsageError(`<${name}> is a number`);
      return number;
    }
    case 'participant': {
      const called = word.replace(/^@/, '').toLowerCase();
      const found = [...inside.values()].find(
        ({ participantId, username }) => `#${participantId}` === word || username.toLowerCase() === called,
      );
      if (found === undefined) throw new BotUsageError(`${word} is not here`);
      return found;
    }
    default:
      return word;
  }
}
