import { type Loop, limits, type Transport } from '@roomtone/protocol';
import type { RoomPlayout } from '../../domain/playout-mode.ts';
import { type PulseLevel, pulseLevel } from '../../domain/pulse.ts';
import type { Participant } from '../../domain/room.ts';
import type { LivePlayer, LiveRoomLife } from '../../ports/live-rooms.ts';

/** The metronome and matched playout of a room. They are kept while the room is empty; the tempo outlives the server. */
export interface RoomTime {
  transport: Readonly<Transport>;
  readonly playout: RoomPlayout;
  /** When the loops play, by slot, while the room is not live. */
  plans?: ReadonlyMap<number, Loop['plan']>;
}

/** What goes on in a room, for the lobby (room rules R11.6); undefined if nobody is there. */
export function lifeOf(
  participants: Iterable<Pick<Participant, 'info'>>,
  { tempo, running }: Readonly<Transport>,
  pulse: PulseLevel,
): LiveRoomLife | undefined {
  const players: LivePlayer[] = [];
  let isEmpty = true;
  for (const { info } of participants) {
    isEmpty = false;
    if (!info.guest && players.length < limits.lobby.players) players.push(info);
  }
  return isEmpty ? undefined : { players, tempo: running ? tempo : 0, pulse };
}

/** How much is played in a room, from the notes that the note path has counted. */
export class Pulse {
  #level: PulseLevel = 0;
  /** The notes that were counted by the last time, by participant. */
  readonly #counted = new Map<number, number>();

  get level(): PulseLevel {
    return this.#level;
  }

  /** Looks again. @param withinMs since the last time. @returns true if the level has changed. */
  take(participants: ReadonlyMap<number, Pick<Participant, 'played'>>, withinMs: number): boolean {
    let notes = 0;
    for (const [number, { played }] of participants) {
      notes += played.noteOns - (this.#counted.get(number) ?? 0);
      this.#counted.set(number, played.noteOns);
    }
    const before = this.#level;
    this.#level = pulseLevel(notes, withinMs);
    return this.#level !== before;
  }

  /** A participant has left. */
  forget(number: number): void {
    this.#counted.delete(number);
  }
}
