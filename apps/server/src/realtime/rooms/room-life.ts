import { limits, type Transport } from '@roomtone/protocol';
import type { Participant, RoomState } from '@roomtone/room';
import type { RoomPlayout } from '../../domain/playout-mode.ts';
import { type PulseLevel, pulseLevel } from '../../domain/pulse.ts';
import type { LivePlayer, LiveRoomLife } from '../../ports/live-rooms.ts';
import type { RememberedLoops } from './stored-loops.ts';

/** The metronome and matched playout of a room. They are kept while the room is empty; the tempo outlives the server. */
export interface RoomTime {
  transport: Readonly<Transport>;
  readonly playout: RoomPlayout;
  /** The part of the loops that is not in storage, while the room is not live. */
  loops?: RememberedLoops;
}

export interface RoomLifeDeps {
  /** Somebody joined, played or wrote (wall clock, ms). */
  readonly onActivity: (nowMs: number) => void;
  /** The lobby shows something else of it. */
  readonly onChange: () => void;
}

/** The activity that goes on in one room: when somebody did something last, how much is played, and what the lobby shows of that. */
export class RoomLife {
  readonly #participants: ReadonlyMap<number, Pick<Participant, 'info' | 'played'>>;
  readonly #time: Pick<RoomTime, 'transport'>;
  readonly #deps: RoomLifeDeps;
  #activeMs: number;
  #pulse: PulseLevel = 0;
  /** The notes that were counted by the last time, by participant: the note path only counts. */
  readonly #counted = new Map<number, number>();

  /** @param activeMs the last activity that is stored (wall clock, ms). */
  constructor(
    { participants, time }: { readonly participants: RoomState['participants']; readonly time: RoomTime },
    activeMs: number,
    deps: RoomLifeDeps,
  ) {
    this.#participants = participants;
    this.#time = time;
    this.#activeMs = activeMs;
    this.#deps = deps;
  }

  /** When somebody joined, played or wrote last (wall clock, ms). */
  get activeMs(): number {
    return this.#activeMs;
  }

  active(nowMs: number): void {
    this.#activeMs = nowMs;
    this.#deps.onActivity(nowMs);
  }

  /** Storage knows of this activity, perhaps in another process. */
  stored(activeMs: number): void {
    this.#activeMs = Math.max(this.#activeMs, activeMs);
  }

  /** As the lobby shows it (room rules R11.6); undefined if nobody is there. */
  get shown(): LiveRoomLife | undefined {
    const { tempo, running } = this.#time.transport;
    const players: LivePlayer[] = [];
    for (const { info } of this.#participants.values()) {
      if (!info.guest && players.length < limits.lobby.players) players.push(info);
    }
    if (this.#participants.size === 0) return undefined;
    return { players, tempo: running ? tempo : 0, pulse: this.#pulse };
  }

  /** Looks at how much was played since the last time. @param withinMs that time. */
  takePulse(withinMs: number): void {
    let notes = 0;
    for (const [number, { played }] of this.#participants) {
      notes += played.noteOns - (this.#counted.get(number) ?? 0);
      this.#counted.set(number, played.noteOns);
    }
    const before = this.#pulse;
    this.#pulse = pulseLevel(notes, withinMs);
    if (this.#pulse !== before) this.#deps.onChange();
  }

  /** A participant has left. */
  forget(number: number): void {
    this.#counted.delete(number);
  }
}
