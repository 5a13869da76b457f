import type { CallOptions } from '../call-options.ts';
import type { Participant } from '../room/from-wire.ts';
import type { Moderation, ModerationTarget } from '../room/moderation.ts';
import type { OwnPresence, Social } from '../room/social.ts';

/** The part of a Room that the commands use. */
export interface CommandRoom {
  readonly moderation: Pick<Moderation, 'kick' | 'ban' | 'unban' | 'mute' | 'unmute' | 'transferOwner'>;
  readonly social: Pick<Social, 'setPresence' | 'requestFriend' | 'acceptFriend' | 'removeFriend' | 'directMessage'>;
  readonly participants: ReadonlyMap<number, Participant>;
  chat(text: string, options?: CallOptions): Promise<unknown>;
  leave(options?: CallOptions): Promise<void>;
}

/** The kind of an argument, for a screen that completes it. */
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
  /** A sentence that explains the command. */
  readonly does: string;
  /** Resolves with a text for the user, if there is any. Rejects like the method it calls. */
  readonly run: (room: CommandRoom, given: Arguments, options?: CallOptions) => Promise<string | undefined>;
}

/** The arguments, checked; an optional one that was left out is undefined. */
export interface Arguments {
  readonly participant: Participant | undefined;
  readonly user: string;
  readonly seconds: number | undefined;
  readonly presence: OwnPresence | undefined;
  readonly command: SlashCommand | undefined;
  /** The rest of the line; "" for none. */
  readonly words: string;
}

const person = { kind: 'participant', name: 'name' } as const;
const user = { kind: 'user', name: 'user' } as const;
const duration = { kind: 'duration', name: 'for how long', optional: true } as const;
const reason = { kind: 'words', name: 'reason', optional: true } as const;

/** All commands, in the order in which help lists them. */
export const slashCommands: readonly SlashCommand[] = [
  {
    name: 'help',
    takes: [{ kind: 'command', name: 'command', optional: true }],
    does: 'Lists the commands, or explains one.',
    run: async (_room, { command }) => (command === undefined ? slashCommands : [command]).map(helpLine).join('\n'),
  },
  {
    name: 'me',
    takes: [{ kind: 'words', name: 'action' }],
    does: 'Says what you are doing, as in: * ada nods.',
    run: (room, { words }, options) => quiet(room.chat(`* ${words}`, options)),
  },
  {
    name: 'msg',
    takes: [user, { kind: 'words', name: 'message' }],
    does: 'Sends a direct message to a friend.',
    run: (room, given, options) => quiet(room.social.directMessage(given.user, given.words, options)),
  },
  {
    name: 'friend',
    takes: [user],
    does: 'Sends a friend request.',
    run: (room, given, options) => quiet(room.social.requestFriend(given.user, options)),
  },
  {
    name: 'accept',
    takes: [user],
    does: 'Accepts a friend request.',
    run: (room, given, options) => quiet(room.social.acceptFriend(given.user, options)),
  },
  {
    name: 'unfriend',
    takes: [user],
    does: 'Removes a friend, or declines or withdraws a friend request.',
    run: (room, given, options) => quiet(room.social.removeFriend(given.user, options)),
  },
  {
    name: 'status',
    takes: [{ kind: 'presence', name: 'online, away or busy' }],
    does: 'Sets your presence.',
    run: (room, { presence }, options) => quiet(room.social.setPresence(presence ?? 'online', options)),
  },
  {
    name: 'leave',
    takes: [],
    does: 'Leaves the room.',
    run: (room, _given, options) => quiet(room.leave(options)),
  },
  {
    name: 'kick',
    takes: [person, reason],
    does: 'Removes someone from the room; they can come back right away.',
    run: (room, given, options) => quiet(room.moderation.kick(target(given), { reason: given.words, ...options })),
  },
  {
    name: 'ban',
    takes: [person, duration, reason],
    does: 'Bans someone from the room, for the given time or until unbanned.',
    run: (room, given, options) => quiet(room.moderation.ban(target(given), forHowLong(given, options))),
  },
  {
    name: 'unban',
    takes: [user],
    does: 'Lifts a ban, by user id or by a guest’s number, such as #3.',
    run: (room, given, options) => quiet(room.moderation.unban(banned(given), options)),
  },
  {
    name: 'mute',
    takes: [person, duration, reason],
    does: 'Mutes someone’s chat and notes, for the given time or until unmuted.',
    run: (room, given, options) => quiet(room.moderation.mute(target(given), forHowLong(given, options))),
  },
  {
    name: 'unmute',
    takes: [person],
    does: 'Unmutes someone.',
    run: (room, given, options) => quiet(room.moderation.unmute(target(given), options)),
  },
  {
    name: 'owner',
    takes: [person],
    does: 'Asks someone to be the owner of the room.',
    run: (room, given, options) => quiet(room.moderation.transferOwner(target(given), options)),
  },
];

/** The usage of a command and what it does, on one line. */
export function helpLine({ name, takes, does }: SlashCommand): string {
  const written = takes.map((argument) => (argument.optional ? `[${argument.name}]` : `<${argument.name}>`));
  return `${[`/${name}`, ...written].join(' ')}: ${does}`;
}

function forHowLong({ seconds = 0, words }: Arguments, options?: CallOptions) {
  return { seconds, reason: words, ...options };
}

function target({ participant }: Arguments): ModerationTarget {
  // A user is named with all of their connections; a guest has only one.
  if (participant === undefined) return { participantId: 0 };
  return participant.guest ? { participantId: participant.participantId } : { userId: participant.userId };
}

/** Banned people are not in the room, so their names cannot be looked up. */
function banned({ user }: Arguments): ModerationTarget {
  const number = /^#(\d+)$/.exec(user)?.[1];
  return number === undefined ? { userId: user } : { participantId: Number(number) };
}

async function quiet(done: Promise<unknown>): Promise<undefined> {
  await done;
}
