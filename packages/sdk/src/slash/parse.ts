import { type IssueCode, validationError } from '@roomtone/protocol';
import { type CallOptions, callOptions } from '../call-options.ts';
import { checkKeys } from '../known-keys.ts';
import type { Participant } from '../room/from-wire.ts';
import type { OwnPresence } from '../room/social.ts';
import {
  type Arguments,
  type CommandArgument,
  type CommandRoom,
  helpLine,
  type SlashCommand,
  slashCommands,
} from './slash-commands.ts';

/** A typed line: a chat message, or a command ready to run. */
export type Typed =
  | { readonly kind: 'chat'; readonly text: string }
  | { readonly kind: 'command'; readonly command: SlashCommand; readonly given: Arguments };

type Inside = ReadonlyMap<number, Participant>;

const presences: readonly string[] = ['online', 'away', 'busy'] satisfies OwnPresence[];
const unitSeconds = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
/** The largest value on the wire. */
const maxSeconds = 2 ** 32 - 1;

/**
 * Parses a typed line. A line that begins with one slash is a command; one that begins with two is chat, without the
 * first slash. Participants are given by name or by number, as in `#3`; durations look like `90s`, `10m`, `2h`, `7d`.
 * @throws {RoomtoneError} VALIDATION_ERROR on `command`, or on the name of the argument.
 */
export function parseLine(line: string, participants: Inside): Typed {
  if (!line.startsWith('/') || line.startsWith('//')) return { kind: 'chat', text: line.replace(/^\/\//, '/') };
  const [word = '', ...rest] = splitOnce(line.slice(1));
  const command = commandNamed(word);
  if (command === undefined) {
    throw refused('command', 'unknown_command', `/${word} is not a command; /help lists all commands`);
  }
  return { kind: 'command', command, given: readArguments(command, rest[0] ?? '', participants) };
}

/** Parses and runs a typed line; resolves with a text for the user, if there is any. */
export async function runLine(line: string, room: CommandRoom, options: CallOptions = {}): Promise<string | undefined> {
  checkKeys(options, callOptions, 'runLine()');
  const typed = parseLine(line, room.participants);
  if (typed.kind === 'command') return typed.command.run(room, typed.given, options);
  await room.chat(typed.text, options);
  return undefined;
}

/** The command with this name, in any case. */
export function commandNamed(name: string): SlashCommand | undefined {
  return slashCommands.find((command) => command.name === name.toLowerCase().replace(/^\//, ''));
}

export function durationSeconds(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,10})([smhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) return undefined;
  const seconds = Number(count) * unitSeconds[unit as keyof typeof unitSeconds];
  return seconds > 0 && seconds <= maxSeconds ? seconds : undefined;
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
        if (!presences.includes(word)) throw refused(argument.name, 'choice', `must not be ${word}`);
        given.presence = word as OwnPresence;
        break;
      case 'command':
        given.command = commandNamed(word);
        if (given.command === undefined) throw refused(argument.name, 'unknown_command', `/${word} is not a command`);
        break;
      case 'duration':
        given.seconds = durationSeconds(word);
        // The argument was left out: the word belongs to the next one.
        if (given.seconds === undefined) continue;
        break;
    }
    rest = after;
  }
  if (rest !== '') throw refused('command', 'too_much', `has too many arguments: ${helpLine(command)}`);
  return given;
}

function participantNamed(word: string, participants: Inside, { name }: CommandArgument): Participant {
  const number = /^#(\d+)$/.exec(word)?.[1];
  const wanted = word.replace(/^@/, '').toLowerCase();
  const found =
    number === undefined
      ? [...participants.values()].find(({ username }) => username.toLowerCase() === wanted)
      : participants.get(Number(number));
  if (found === undefined) throw refused(name, 'nobody_here', `no one in this room is called ${word}`);
  return found;
}

function splitOnce(text: string): [string, string?] {
  const [, word = '', rest] = /^(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
  return rest === undefined ? [word] : [word, rest];
}

function refused(field: string, code: IssueCode, issue: string) {
  return validationError([{ field, code, issue }]);
}
