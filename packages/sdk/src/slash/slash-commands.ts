import type { Participant } from '@roomtone/protocol';
import type { Moderation, ModerationTarget } from '../room/moderation.ts';
import type { OwnPresence, People } from '../room/people.ts';

/** What the commands act on; a RoomConnection is one. */
export interface CommandRoom {
  readonly moderation: Pick<Moderation, 'kick' | 'ban' | 'unban' | 'mute' | 'unmute' | 'transferOwner'>;
  readonly people: Pick<People, 'setPresence' | 'requestFriend' | 'acceptFriend' | 'removeFriend' | 'directMessage'>;
  readonly participants: ReadonlyMap<number, Participant>;
  chat(text: string): Promise<unknown>;
  leave(): Promise<void>;
}

/** What an argument is, for a screen that completes it. */
export type ArgumentKind = 'participant' | 'user' | 'duration' | 'presence' | 'command' | 'words';

export interface CommandArgument {
  readonly kind: ArgumentKind;
  readonly name: string;
  readonly optional?: boolean;
}

export interface SlashCommand {
  /** Without the slash. */
  readonly name: string;
  readonly takes: readonly CommandArgument[];
  /** What it does, a sentence. */
  readonly does: string;
  /** Resolves with words for whoever typed it, if there is anything to say. Rejects as the method it calls. */
  readonly run: (room: CommandRoom, given: Arguments) => Promise<string | undefined>;
}

/** What was typed, checked; what an optional argument leaves out is undefined. */
export interface Arguments {
  readonly participant: Participant | undefined;
  readonly user: string;
  readonly seconds: number | undefined;
  readonly presence: OwnPresence | undefined;
  readonly command: SlashCommand | undefined;
  /** The rest of the line; "" for none. */
  readonly words: string;
}

const whom = { kind: 'participant', name: 'whom' } as const;
const user = { kind: 'user', name: 'user' } as const;
const duration = { kind: 'duration', name: 'for how long', optional: true } as const;
const reason = { kind: 'words', name: 'reason', optional: true } as const;

/** Every command there is, in the order help lists them. */
export const slashCommands: readonly SlashCommand[] = [
  {
    name: 'help',
    takes: [{ kind: 'command', name: 'command', optional: true }],
    does: 'Lists the commands, or says what one does.',
    run: async (_room, { command }) => (command === undefined ? slashCommands : [command]).map(helpLine).join('\n'),
  },
  {
    name: 'me',
    takes: [{ kind: 'words', name: 'what you do' }],
    does: 'Says what you do, as in: * ada nods.',
    run: (room, { words }) => quiet(room.chat(`* ${words}`)),
  },
  {
    name: 'msg',
    takes: [user, { kind: 'words', name: 'message' }],
    does: 'Sends a friend a message that only they read.',
    run: (room, given) => quiet(room.people.directMessage(given.user, given.words)),
  },
  {
    name: 'friend',
    takes: [user],
    does: 'Asks for friendship.',
    run: (room, given) => quiet(room.people.requestFriend(given.user)),
  },
  {
    name: 'accept',
    takes: [user],
    does: 'Accepts a request for friendship.',
    run: (room, given) => quiet(room.people.acceptFriend(given.user)),
  },
  {
    name: 'unfriend',
    takes: [user],
    does: 'Ends a friendship, declines or withdraws a request.',
    run: (room, given) => quiet(room.people.removeFriend(given.user)),
  },
  {
    name: 'status',
    takes: [{ kind: 'presence', name: 'online, away or busy' }],
    does: 'Tells your friends how you are.',
    run: (room, { presence }) => quiet(room.people.setPresence(presence ?? 'online')),
  },
  {
    name: 'leave',
    takes: [],
    does: 'Leaves the room.',
    run: (room) => quiet(room.leave()),
  },
  {
    name: 'kick',
    takes: [whom, reason],
    does: 'Puts somebody out; they may come back at once.',
    run: (room, given) => quiet(room.moderation.kick(target(given), given.words)),
  },
  {
    name: 'ban',
    takes: [whom, duration, reason],
    does: 'Puts somebody out and keeps them out, until undone unless told otherwise.',
    run: (room, given) => quiet(room.moderation.ban(target(given), forHowLong(given))),
  },
  {
    name: 'unban',
    takes: [user],
    does: 'Ends a ban, by user id, or by the number a guest had, such as #3.',
    run: (room, given) => quiet(room.moderation.unban(banned(given))),
  },
  {
    name: 'mute',
    takes: [whom, duration, reason],
    does: 'Takes somebody’s chat and notes, until undone unless told otherwise.',
    run: (room, given) => quiet(room.moderation.mute(target(given), forHowLong(given))),
  },
  {
    name: 'unmute',
    takes: [whom],
    does: 'Gives chat and notes back.',
    run: (room, given) => quiet(room.moderation.unmute(target(given))),
  },
  {
    name: 'owner',
    takes: [whom],
    does: 'Hands the room over.',
    run: (room, given) => quiet(room.moderation.transferOwner(target(given))),
  },
];

/** How a command is written and what it does, a line. */
export function helpLine({ name, takes, does }: SlashCommand): string {
  const written = takes.map((argument) => (argument.optional ? `[${argument.name}]` : `<${argument.name}>`));
  return `${[`/${name}`, ...written].join(' ')}: ${does}`;
}

function forHowLong({ seconds = 0, words }: Arguments) {
  return { seconds, reason: words };
}

function target({ participant }: Arguments): ModerationTarget {
  // A user is meant with every connection; a guest has but the one.
  if (participant === undefined) return { participant: 0 };
  return participant.guest ? { participant: participant.number } : { userId: participant.userId };
}

/** Whoever is banned is not inside, where a name could be looked up. */
function banned({ user }: Arguments): ModerationTarget {
  const number = /^#(\d+)$/.exec(user)?.[1];
  return number === undefined ? { userId: user } : { participant: Number(number) };
}

async function quiet(done: Promise<unknown>): Promise<undefined> {
  await done;
}
