// The fields of a shared room. Another process may run another version: a text that cannot be read counts as absent.
import { limits, type PlayoutMode, type Transport } from '@roomtone/protocol';
import type { Mute, Participant, Turns } from '@roomtone/room';
import type { Commit } from '../../ports/room-bus.ts';
import type { Offer, OwnershipOffers } from '../rooms/ownership-offers.ts';
import type { Entry, RoomChange, SharedChange } from '../rooms/room-change.ts';

const participantPrefix = 'participant ';
const mutePrefix = 'mute ';

export const fieldOf = {
  participant: (number: number) => `${participantPrefix}${number}`,
  mute: (userId: string) => `${mutePrefix}${userId}`,
  transport: 'transport',
  playout: 'playout',
  offer: 'offer',
  /** Counts the changes of loops and metronome. */
  loops: 'loops',
  /** Everything about a loop but its content. */
  loop: (slot: number) => `loop ${slot}`,
  loopContent: (slot: number) => `loop-content ${slot}`,
  turns: 'turns',
  /** Counts the changes of what storage has of the room, and says who may play after the last one. */
  record: 'record',
} as const;

/** The fields that go with participants who leave: with one of the two whom an open offer concerns, the offer does (R13.15). */
export function fieldsOfLeaving({ participants, ownership }: LeftRoom, numbers: readonly number[]): string[] {
  const fields = numbers.map(fieldOf.participant);
  const stay = [...participants.values()].filter(({ number }) => !numbers.includes(number));
  const isConcerned = numbers.some((number) => {
    const { userId } = participants.get(number)?.info ?? { userId: '' };
    return userId !== '' && ownership.concerns(userId) && !stay.some(({ info }) => info.userId === userId);
  });
  return isConcerned ? [...fields, fieldOf.offer] : fields;
}

interface LeftRoom {
  readonly participants: ReadonlyMap<number, Participant>;
  readonly ownership: Pick<OwnershipOffers, 'concerns'>;
}

/** The meaning of a room's fields. */
export interface SharedRoom {
  /** With the texts of their fields, by participant number, in the order in which they joined. */
  readonly entries: ReadonlyMap<number, { readonly entry: Entry; readonly text: string }>;
  /** By user; undefined for one whose mute was taken back. */
  readonly mutes: ReadonlyMap<string, Mute | undefined>;
  readonly transport: Readonly<Transport> | undefined;
  readonly playout: PlayoutMode | undefined;
  readonly offer: Offer | undefined;
  readonly turns: Turns | undefined;
}

export function readFields(fields: ReadonlyMap<string, string>): SharedRoom {
  const entries: [number, { entry: Entry; text: string }][] = [];
  const mutes = new Map<string, Mute | undefined>();
  for (const [field, text] of fields) {
    if (field.startsWith(participantPrefix)) {
      const entry = parsed<Entry>(text);
      if (entry !== undefined) entries.push([Number(field.slice(participantPrefix.length)), { entry, text }]);
    } else if (field.startsWith(mutePrefix)) {
      mutes.set(field.slice(mutePrefix.length), parsed<Mute | null>(text) ?? undefined);
    }
  }
  entries.sort(([one, first], [other, second]) => first.entry.joinedUs - second.entry.joinedUs || one - other);
  return {
    entries: new Map(entries),
    mutes,
    transport: parsed(fields.get(fieldOf.transport)),
    playout: parsed(fields.get(fieldOf.playout)),
    offer: parsed(fields.get(fieldOf.offer)),
    turns: parsed(fields.get(fieldOf.turns)),
  };
}

/** The news of a commit for the processes that follow a room. */
export interface News {
  /** Names the commit for the process that made it. */
  readonly id: string;
  /** It counts as an admission. */
  readonly admits: boolean;
  /** Absent if who may join has to be checked again, and nothing else. */
  readonly change?: SharedChange;
}

export function parsed<T>(text: string | undefined): T | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}

/** The fields that a change of the room sets and removes, apart from those of loops. */
export function changedFields(change: RoomChange, nowUs: number): Pick<Commit, 'requires' | 'put' | 'remove'> {
  const put = (field: string, value: unknown) => ({ put: new Map([[field, JSON.stringify(value)]]) });
  switch (change.kind) {
    case 'muted':
      return put(fieldOf.mute(change.userId), change.mute ?? null);
    case 'transport':
      return put(fieldOf.transport, change.transport);
    case 'playout':
      return put(fieldOf.playout, change.mode);
    case 'turns': {
      // "" stands for a field that there is not yet.
      const text = change.before === undefined ? '' : JSON.stringify(change.before);
      return { requires: { field: fieldOf.turns, text }, ...put(fieldOf.turns, change.turns) };
    }
    case 'offered': {
      const { by, to } = change;
      return put(fieldOf.offer, { by, to, expiresAtUs: nowUs + limits.ownershipOfferMs * 1000 });
    }
    case 'offerEnded':
      return { remove: [fieldOf.offer] };
    case 'loops':
      return change.transport === undefined ? {} : put(fieldOf.transport, change.transport);
    case 'chat':
    case 'chatRemoved':
      return {};
  }
}
