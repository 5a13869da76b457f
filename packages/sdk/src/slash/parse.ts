import { type IssueCode, type Participant, validationError } from '@roomtone/protocol';
import type { OwnPresence } from '../room/people.ts';
import {
  type Arguments,
  type CommandArgument,
  type CommandRoom,
  helpLine,
  type SlashCommand,
  slashCommands,
} from './slash-commands.ts';

/** A line that was typed: words for the room, or a command ready to run. */
export type Typed =
  | { readonly kind: 'chat'; readonly text: string }
  | { readonly kind: 'command'; readonly command: SlashCommand; readonly given: Arguments };

type Inside = ReadonlyMap<number, Participant>;

const presences: readonly string[] = ['online', 'away', 'busy'] satisfies OwnPresence[];
const unitSeconds = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
/** What the wire holds. */
const mostSeconds = 2 ** 32 - 1;

/**
 * Reads what was typed. A line that begins with a slash is a command, one that begins with two is chat with the first
 * one left out. Participants are named by name or, as `#3`, by number; durations are such as `90s`, `10m`, `2h`, `7d`.
 * @throws {RoomtoneError} VALIDATION_ERROR on `command`, or on the argument by its name.
 */
export function parseLine(line: string, participants: Inside): Typed {
  if (!line.startsWith('/') || line.startsWith('//')) return { kind: 'chat', text: line.replace(/^\/\//, '/') };
  const [word = '', ...rest] = splitOnce(line.slice(1));
  const command = commandNamed(word);
  if (command === undefined) {
    throw refused('command', 'unknown_command', `/${word} does not exist; /help lists those that do`);
  }
  return { kind: 'command', command, given: readArguments(command, rest[0] ?? '', participants) };
}

/** Reads and does what was typed; resolves with words for whoever typed it, if there are any. */
export async function runLine(line: string, room: CommandRoom): Promise<string | undefined> {
  const typed = parseLine(line, room.participants);
  if (typed.kind === 'command') return typed.command.run(room, typed.given);
  await room.chat(typed.text);
  return undefined;
}

/** The command of this name, whatever its case. */
export function commandNamed(name: string): SlashCommand | undefined {
  return slashCommands.find((command) => command.name === name.toLowerCase().replace(/^\//, ''));
}

export function durationSeconds(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,10})([smhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) return undefined;
  const seconds = Number(count) * unitSeconds[unit as keyof typeof unitSeconds];
  return seconds > 0 && seconds <= mostSeconds ? seconds : undefined;
}

function readArguments(command: SlashCommand, text: string, participants: Inside): Arguments {
  const given = {
    participant: undefined as Participant | undefined,
    user: '',
    seconds: undefined as number | undefined,
    presence: undefined as OwnPresence | undefined,
    command: undefined as SlashCommand | undefined,
    words: '',
  };
  let rest = text.trim();
  for (const argument of command.takes) {
    if (rest === '' && !argument.optional)
      throw refused(argument.name, 'incomplete', `is missing: ${helpLine(command)}`);
    if (rest === '') continue;
    const [word, after = ''] = splitOnce(rest);
    switch (argument.kind) {
      case 'words':
        given.words = rest;
        rest = '';
        continue;
      case 'participant':
        given.participant = participantNamed(word, participants, argument);
        break;
      case 'user':
        given.user = word.replace(/^@/, '');
        break;
      case 'presence':
        if (!presences.includes(word)) throw refused(argument.name, 'choice', `is not ${word}`);
        given.presence = word as OwnPresence;
        break;
      case 'command':
        given.command = commandNamed(word);
        if (given.command === undefined) throw refused(argument.name, 'unknown_command', `/${word} does not exist`);
        break;
      case 'duration':
        given.seconds = durationSeconds(word);
        // Left out: the word is the next argument's.
        if (given.seconds === undefined) continue;
        break;
    }
    rest = after;
  }
  if (rest !== '') throw refused('command', 'too_much', `has more than it takes: ${helpLine(command)}`);
  return given;
}

function participantNamed(word: string, participants: Inside, { name }: CommandArgument): Participant {
  const number = /^#(\d+)$/.exec(word)?.[1];
  const wanted = word.replace(/^@/, '').toLowerCase();
  const found =
    number === undefined
      ? [...participants.values()].find(({ username }) => username.toLowerCase() === wanted)
      : participants.get(Number(number));
  if (found === undefined) throw refused(name, 'nobody_here', `${word} is nobody in this room`);
  return found;
}

function splitOnce(text: string): [string, string?] {
  const [, word = '', rest] = /^(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  return rest === undefined ? [word] : [word, rest];
}

function refused(field: string, code: IssueCode, issue: string) {
  return validationError([{ field, code, issue }]);
}
