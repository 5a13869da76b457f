import type { Participant } from '@roomtone/sdk';
import type { TakePlayer } from './take.ts';

/** The properties of a participant that a take needs. */
export type TakeParticipant = Pick<Participant, 'participantId' | 'userId' | 'displayName' | 'instrument'>;

/**
 * Assigns participants to the tracks of a take. Participant numbers change on a new join; a user who was here before
 * continues in the same track, unless they are present twice.
 */
export class TakePlayers {
  readonly #players: { userId: string; player: TakePlayer }[] = [];
  readonly #indexes = new Map<number, number>();

  get players(): readonly TakePlayer[] {
    return this.#players.map(({ player }) => player);
  }

  /** @param self the participant of this device. */
  setPresent(participants: readonly TakeParticipant[], self?: number): void {
    const present = new Map(participants.map((participant) => [participant.participantId, participant]));
    for (const id of [...this.#indexes.keys()]) if (!present.has(id)) this.#indexes.delete(id);
    for (const participant of participants) this.#assign(participant, participant.participantId === self);
  }

  /** A participant's index in `players`; undefined if they are not present. */
  indexOf(participant: number): number | undefined {
    return this.#indexes.get(participant);
  }

  #assign({ participantId, userId, displayName, instrument }: TakeParticipant, isOwn: boolean): void {
    const player: TakePlayer = { name: displayName, instrument, ...(isOwn ? { own: true } : {}) };
    let index = this.#indexes.get(participantId);
    if (index === undefined || this.#players[index]?.player.name !== displayName) {
      const taken = new Set(this.#indexes.values());
      index = this.#players.findIndex(
        (each, at) => !taken.has(at) && each.player.name === displayName && each.userId === userId,
      );
      if (index < 0) index = this.#players.length;
      this.#indexes.set(participantId, index);
    }
    this.#players[index] = { userId, player };
  }
}

/** Merges the players of several takes into one list, and says for each take where its players are in that list. */
export function mergedPlayers(lists: readonly (readonly TakePlayer[])[]): {
  readonly players: readonly TakePlayer[];
  readonly indexes: readonly (readonly number[])[];
} {
  const players: TakePlayer[] = [];
  const indexes = lists.map((list) => {
    const taken = new Set<number>();
    return list.map((player) => {
      let index = players.findIndex(({ name }, at) => name === player.name && !taken.has(at));
      if (index < 0) index = players.length;
      // The later take has the most recent instrument.
      players[index] = player;
      taken.add(index);
      return index;
    });
  });
  return { players, indexes };
}
