import type { Participant } from '@roomtone/protocol';
import { completions } from '@roomtone/sdk';
import { strings } from '../../../strings.ts';

/** One way to go on with what is being typed. */
export interface Offer {
  /** The whole text with it, and where the caret stands then. */
  readonly text: string;
  readonly caret: number;
  readonly label: string;
  /** A sentence about it; "" for none. */
  readonly about: string;
}

export interface Offers {
  readonly all: readonly Offer[];
  /** Whether the first one is what Enter takes: something of it was typed. */
  readonly isMeant: boolean;
}

export const noOffers: Offers = { all: [], isMeant: false };

const most = 8;

/** What fits the text before the caret: commands and their arguments, or names behind an @. */
export function offersFor(
  text: string,
  caret: number,
  participants: ReadonlyMap<number, Participant>,
  self: number,
): Offers {
  if (text.startsWith('/')) return caret === text.length ? commandOffers(text, participants) : noOffers;
  const [, typed] = /(?:^|[\s(])@([A-Za-z0-9_-]{0,24})$/.exec(text.slice(0, caret)) ?? [];
  if (typed === undefined) return noOffers;
  const before = text.slice(0, caret - typed.length);
  const all = [...participants.values()]
    .filter(({ number, guest }) => number !== self && !guest)
    .filter(({ username }) => username.toLowerCase().startsWith(typed.toLowerCase()))
    // Somebody with two windows is one to talk to.
    .filter(({ userId }, index, people) => people.findIndex((each) => each.userId === userId) === index)
    .slice(0, most)
    .map(({ username, instrument }) => ({
      text: `${before}${username} ${text.slice(caret)}`,
      caret: before.length + username.length + 1,
      label: `@${username}`,
      about: instrument,
    }));
  return { all, isMeant: true };
}

function commandOffers(line: string, participants: ReadonlyMap<number, Participant>): Offers {
  const found = completions(line, participants);
  // Nothing is left to complete: Enter sends.
  if (found.every((completion) => completion.line.trim() === line.trim())) return noOffers;
  const all = found.map((completion) => ({
    text: completion.line,
    caret: completion.line.length,
    label: completion.label,
    about: aboutCommand(completion.label) ?? completion.about,
  }));
  return { all, isMeant: !line.endsWith(' ') };
}

/** How a command is written, with what it does, in the language of the page. @param label such as `/kick` or `kick`. */
export function aboutCommand(label: string): string | undefined {
  const commands: Readonly<Record<string, string>> = strings.chat.commands;
  return commands[label.replace(/^\//, '')];
}
