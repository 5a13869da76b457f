import type { Participant } from '@roomtone/protocol';
import { commandNamed, durationSeconds } from './parse.ts';
import { helpLine, type SlashCommand, slashCommands } from './slash-commands.ts';

/** One way to go on with a line. */
export interface Completion {
  /** The whole line with it. */
  readonly line: string;
  /** What is shown for it: a command, a name, a duration. */
  readonly label: string;
  /** A sentence about it; "" for none. */
  readonly about: string;
}

/** What a screen offers while a line is typed: commands first, then whatever the argument at its end can be. */
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

/** Which argument comes after these: a duration that was left out has been passed over. */
function argumentAt({ takes }: SlashCommand, given: readonly string[]) {
  let position = 0;
  for (const word of given) {
    if (takes[position]?.kind === 'words') break;
    if (takes[position]?.kind === 'duration' && durationSeconds(word) === undefined) position++;
    position++;
  }
  return takes[position]?.kind;
}
