import { RoomRight, RoomType } from '../gen/messages.ts';
import { limits } from '../limits.ts';
import { choice, lines, wholeNumber, yesNo } from './field.ts';
import type { Values } from './record.ts';

/** The ways to find and join a room, and the numbers of that on the wire; it never changes. */
const types: Readonly<Record<'public' | 'private' | 'pro', RoomType>> = {
  public: RoomType.PUBLIC,
  private: RoomType.PRIVATE,
  pro: RoomType.PRO,
};
export const roomType = choice({ wire: 5, names: ['public', 'private', 'pro'], default: 'public', numbers: types });

/** The names of those who can have a right in a room, and their numbers on the wire. */
const numbers: Readonly<
  Record<'everybody' | 'members' | 'named' | 'turns' | 'moderators' | 'players' | 'nobody', RoomRight>
> = {
  everybody: RoomRight.EVERYBODY,
  members: RoomRight.MEMBERS,
  named: RoomRight.NAMED,
  turns: RoomRight.TURNS,
  moderators: RoomRight.MODERATORS,
  players: RoomRight.PLAYERS,
  nobody: RoomRight.NOBODY,
};

const { turns } = limits;

/** A room's settings, described once: REST, the wire, storage, the SDK and forms have them from here (docs/tour.md). */
export const roomSettings = {
  allowChat: yesNo({ wire: 1, default: true }),
  /** Guests may join and listen. */
  allowGuests: yesNo({ wire: 2, default: true }),
  /** Profanity is masked and repetition refused. */
  autoModeration: yesNo({ wire: 3, default: false }),
  /** "" for none. */
  welcomeMessage: lines({
    ...{ wire: 4, default: '', max: limits.welcomeMessage.max },
    description: `Up to ${limits.welcomeMessage.max} characters after trimming; no control or bidirectional-override characters except line feeds.`,
  }),
  /** The people who may play; guests never do. `members`: accounts with a password. `named`: those on the room's list. */
  mayPlay: choice({ wire: 10, names: ['everybody', 'members', 'named', 'turns'], default: 'everybody', numbers }),
  /** How many play at a time where players take turns. */
  turnPlayers: wholeNumber({
    ...{ wire: 11, default: turns.players.min, bounds: turns.players },
    description: `How many play at a time where everybody takes turns; ${turns.players.min} unless set.`,
  }),
  /** How long a turn lasts while others wait; 0 for no end. */
  turnSeconds: wholeNumber({
    ...{ wire: 12, default: 0, bounds: turns.seconds, orZero: true },
    description: `How long a turn lasts while others wait, from ${turns.seconds.min}; 0, which is the default, for no end.`,
  }),
  /** The people who may chat, if `allowChat` is true. */
  mayChat: choice({ wire: 13, names: ['everybody', 'members', 'moderators'], default: 'everybody', numbers }),
  /** `players`: those who may play now. Those who moderate the room always may. */
  maySetMetronome: choice({ wire: 14, names: ['moderators', 'players'], default: 'moderators', numbers }),
  /** The people who may use the loops: everybody with an account, or only those who may moderate the room. */
  mayLoop: choice({ wire: 15, names: ['everybody', 'moderators'], default: 'everybody', numbers }),
  /** The server may send what is written in the chat to the webhooks of its host. */
  chatToWebhooks: yesNo({ wire: 16, default: false }),
  /** Participants may have direct channels to each other. */
  allowDirect: yesNo({ wire: 17, default: true }),
  /** The people who may talk; guests never do. `named`: those on the room's list. */
  mayTalk: choice({
    ...{ wire: 18, names: ['everybody', 'members', 'named', 'moderators', 'nobody'], default: 'everybody', numbers },
  }),
} as const;

/** A room's settings as programs have them: choices by their names, and nothing absent. */
export type RoomSettingsValues = Values<typeof roomSettings>;
