import type { Participant } from '@roomtone/protocol';
import type { TakePlayer } from './take.ts';

/** What of a participant a take needs. */
export type TakeParticipant = Pick<Participant, 'number' | 'userId' | 'username' | 'instrument'>;

/**
 * Who is who in a take. Participants' numbers change when somebody comes back; whoever was here before goes on in their
 * own track, unless they are here twice at once.
 */
export class TakePlayers {
  readonly #players: { userId: string; player: TakePlayer }[] = [];
  readonly #indexes = new Map<number, number>();

  get players(): readonly TakePlayer[] {
    return this.#players.map(({ player }) => player);
  }

  /** Takes who is here now. */
  setPresent(participants: readonly TakeParticipant[]): void {
    const present = new Map(participants.map((participant) => [participant.number, participant]));
    for (const number of [...this.#indexes.keys()]) if (!present.has(number)) this.#indexes.delete(number);
    for (const participant of participants) this.#seat(participant);
  }

  /** Where a participant stands in `players`; undefined for who is not here. */
  indexOf(participant: number): number | undefined {
    return this.#indexes.get(participant);
  }

  #seat({ number, userId, username, instrument }: TakeParticipant): void {
    const player = { name: username, instrument };
    let index = this.#indexes.get(number);
    if (index === undefined || this.#players[index]?.player.name !== username) {
      const taken = new Set(this.#indexes.values());
      index = this.#players.findIndex(
        (each, at) => !taken.has(at) && each.player.name === username && each.userId === userId,
      );
      if (index < 0) index = this.#players.length;
      this.#indexes.set(number, index);
    }
    this.#players[index] = { userId, player };
  }
}

/** One list for the players of several takes, and for each take where its players stand in that list. */
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
      // The later take knows the instrument that was played last.
      players[index] = player;
      taken.add(index);
      return index;
    });
  });
  return { players, indexes };
}
