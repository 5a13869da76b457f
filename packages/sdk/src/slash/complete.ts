import type { Participant } from '../room/from-wire.ts';
import { commandNamed, durationSeconds } from './parse.ts';
import { helpLine, type SlashCommand, slashCommands } from './slash-commands.ts';

/** One possible completion of a line. */
export interface Completion {
  /** The whole line, completed. */
  readonly line: string;
  /** The text to show: a command, a name, a duration. */
  readonly label: string;
  /** A sentence about it; "" if there is none. */
  readonly about: string;
}

/** Completions for a line being typed: first the commands, then values for the argument at its end. */
export function completions(line: string, participants: ReadonlyMap<number, Participant>): Completion[] {
  if (!line.startsWith('/') || line.startsWith('//')) return [];
  const end = line.lastIndexOf(' ') + 1;
  const typed = line.slice(end).toLowerCase();
  const before = line.slice(0, end);
  const fitting = (labels: Iterable<readonly [label: string, about: string]>, mark = '') =>
    [...labels]
      .filter(([label]) => label.toLowerCase().startsWith(typed.replace(/^@/, '')))
      .map(([label, about]) => ({ line: `${before}${mark}${label} `, label, about }));
  if (end === 0) {
    const named = slashCommands.map((command) => [`/${command.name}`, helpLine(command)] as const);
    return fitting(named);
  }
  const [word = '', ...given] = before.trim().split(/\s+/);
  const command = commandNamed(word);
  switch (command && argumentAt(command, given)) {
    case 'participant':
    case 'user':
      return fitting([...participants.values()].map(({ username, instrument }) => [username, instrument]));
    case 'presence':
      return fitting(['online', 'away', 'busy'].map((status) => [status, '']));
    case 'duration':
      return fitting(['10m', '1h', '1d', '7d'].map((duration) => [duration, '']));
    case 'command':
      return fitting(slashCommands.map(({ name, does }) => [name, does]));
    default:
      return [];
  }
}

/** The argument after the given ones, skipping a duration that was left out. */
function argumentAt({ takes }: SlashCommand, given: readonly string[]) {
  let position = 0;
  for (const word of given) {
    if (takes[position]?.kind === 'words') break;
    if (takes[position]?.kind === 'duration' && durationSeconds(word) === undefined) position++;
    position++;
  }
  return takes[position]?.kind;
}
