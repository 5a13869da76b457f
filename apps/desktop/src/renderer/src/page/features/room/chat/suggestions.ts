import type { Participant } from '@roomtone/sdk';
import { completions } from '@roomtone/sdk/extras';
import { shownInstrument } from '../../../playing/sounds/instrument-names.ts';
import { strings } from '../../../strings.ts';

/** A suggested completion. */
export interface Suggestion {
  /** The whole text with the completion, and the position of the caret in it. */
  readonly text: string;
  readonly caret: number;
  readonly label: string;
  /** One sentence that explains it; "" for none. */
  readonly about: string;
}

export interface Suggestions {
  readonly all: readonly Suggestion[];
  /** True if Enter takes the first suggestion, because part of it was typed. */
  readonly isFirstPreselected: boolean;
}

export const noSuggestions: Suggestions = { all: [], isFirstPreselected: false };

const maxSuggestions = 8;

/** Suggestions for the text before the caret: commands, their arguments, or names after an @. */
export function suggestionsFor(
  text: string,
  caret: number,
  participants: ReadonlyMap<number, Participant>,
  self: number,
): Suggestions {
  if (text.startsWith('/')) return caret === text.length ? suggestedCommands(text, participants) : noSuggestions;
  // Display names may have spaces in them.
  const [, typed] = /(?:^|[\s(])@([^@\n]{0,40})$/u.exec(text.slice(0, caret)) ?? [];
  if (typed === undefined) return noSuggestions;
  const before = text.slice(0, caret - typed.length);
  const all = [...participants.values()]
    .filter(({ participantId, guest }) => participantId !== self && !guest)
    .filter((one) => [one.username, one.displayName].some((name) => name.toLowerCase().startsWith(typed.toLowerCase())))
    // A user with several connections is suggested once.
    .filter(({ userId }, index, people) => people.findIndex((each) => each.userId === userId) === index)
    .slice(0, maxSuggestions)
    .map(({ displayName, instrument }) => ({
      text: `${before}${displayName} ${text.slice(caret)}`,
      caret: before.length + displayName.length + 1,
      label: `@${displayName}`,
      about: aboutPlayer(instrument),
    }));
  return { all, isFirstPreselected: true };
}

function suggestedCommands(line: string, participants: ReadonlyMap<number, Participant>): Suggestions {
  const found = completions(line, participants);
  // Nothing is left to complete, so Enter must send.
  if (found.every((completion) => completion.line.trim() === line.trim())) return noSuggestions;
  const all = found.map((completion) => ({
    text: completion.line,
    caret: completion.line.length,
    label: completion.label,
    about: aboutCommand(completion.label) ?? aboutPlayer(completion.about),
  }));
  return { all, isFirstPreselected: !line.endsWith(' ') };
}

/** The instrument in the language of the interface; "" if the player has chosen none. */
function aboutPlayer(instrument: string): string {
  return instrument === '' ? '' : shownInstrument(instrument);
}

/** A command's arguments and description, in the language of the interface. @param label such as `/kick` or `kick`. */
export function aboutCommand(label: string): string | undefined {
  const commands: Readonly<Record<string, string>> = strings.chat.commands;
  return commands[label.replace(/^\//, '')];
}
