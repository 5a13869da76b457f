import type { Participant } from '@roomtone/room';
import type { AccountStorage, UserActivity } from '../../ports/account-storage.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LiveActivity } from '../../ports/presence.ts';
import type { Log } from '../log.ts';

export interface ActivityDeps {
  readonly storage: Pick<AccountStorage, 'addActivity'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

/** A user who is connected or inside a room now. */
interface Present {
  connections: number;
  /** The number of each participant's notes that have been counted. */
  readonly players: Map<Participant, number>;
  /** Service clock, µs: the time in rooms has been counted up to here. */
  playedUntilUs: number;
}

/**
 * Counts what users do: notes, time in rooms, and when they were last seen (S15). The number of notes is read from the
 * participants now and then, so that relaying a note needs no work for it. Time in several rooms counts once, also over processes.
 */
export class Activity implements LiveActivity {
  readonly #deps: ActivityDeps;
  readonly #present = new Map<string, Present>();
  /** Activity that has not been sent to storage. */
  readonly #pending = new Map<string, UserActivity>();

  /** A user has begun or ceased to be in a room here. */
  onPlaying: (userId: string) => void = () => {};
  /** True if another process counts the user's time in rooms. Whoever changes the answer calls count() before. */
  isCountedElsewhere: (userId: string) => boolean = () => false;

  constructor(deps: ActivityDeps) {
    this.#deps = deps;
  }

  connected(userId: string): void {
    this.#presentUser(userId).connections++;
    this.seen(userId);
  }

  /** A connection has ended: stores what the user did. */
  disconnected(userId: string): void {
    this.count(userId);
    const present = this.#presentUser(userId);
    present.connections--;
    this.#forgetAbsent(userId, present);
    void this.#store(this.#take(userId));
  }

  joinedRoom(userId: string, participant: Participant): void {
    const present = this.#presentUser(userId);
    const isFirst = present.players.size === 0;
    if (isFirst) present.playedUntilUs = this.#deps.clock.serviceUs();
    present.players.set(participant, participant.played.noteOns);
    if (isFirst) this.onPlaying(userId);
  }

  leftRoom(userId: string, participant: Participant): void {
    this.count(userId);
    const present = this.#presentUser(userId);
    present.players.delete(participant);
    this.#forgetAbsent(userId, present);
    if (present.players.size === 0) this.onPlaying(userId);
  }

  seen(userId: string): void {
    this.#add({ userId, notes: 0, playedMs: 0, lastSeen: this.#deps.clock.nowMs() });
  }

  isInRoom(userId: string): boolean {
    return (this.#present.get(userId)?.players.size ?? 0) > 0;
  }

  /** The users who are in rooms here. */
  inRooms(): string[] {
    return [...this.#present.keys()].filter((userId) => this.isInRoom(userId));
  }

  /** Adds what the user has done since the last time to the pending activity. */
  count(userId: string): void {
    const present = this.#present.get(userId);
    if (present === undefined) return;
    let notes = 0;
    for (const [participant, counted] of present.players) {
      notes += participant.played.noteOns - counted;
      present.players.set(participant, participant.played.noteOns);
    }
    const { clock } = this.#deps;
    let playedMs = 0;
    if (present.players.size > 0) {
      const passedMs = Math.floor((clock.serviceUs() - present.playedUntilUs) / 1000);
      // The rest of the last millisecond counts the next time.
      present.playedUntilUs += passedMs * 1000;
      if (!this.isCountedElsewhere(userId)) playedMs = passedMs;
    }
    this.#add({ userId, notes, playedMs, lastSeen: clock.nowMs() });
  }

  pending(userId: string): UserActivity {
    this.count(userId);
    return this.#pending.get(userId) ?? { userId, notes: 0, playedMs: 0, lastSeen: 0 };
  }

  /** Stores everything so far. What storage does not accept is stored the next time. Never rejects. */
  async flush(): Promise<void> {
    for (const userId of this.#present.keys()) this.count(userId);
    const batch = [...this.#pending.values()];
    this.#pending.clear();
    await this.#store(batch);
  }

  #presentUser(userId: string): Present {
    let present = this.#present.get(userId);
    if (present === undefined) {
      present = { connections: 0, players: new Map(), playedUntilUs: 0 };
      this.#present.set(userId, present);
    }
    return present;
  }

  #forgetAbsent(userId: string, { connections, players }: Present): void {
    if (connections <= 0 && players.size === 0) this.#present.delete(userId);
  }

  #add(more: UserActivity): void {
    const { userId } = more;
    const { notes, playedMs, lastSeen } = this.#pending.get(userId) ?? { notes: 0, playedMs: 0, lastSeen: 0 };
    this.#pending.set(userId, {
      userId,
      notes: notes + more.notes,
      playedMs: playedMs + more.playedMs,
      lastSeen: Math.max(lastSeen, more.lastSeen),
    });
  }

  #take(userId: string): UserActivity[] {
    const taken = this.#pending.get(userId);
    this.#pending.delete(userId);
    return taken === undefined ? [] : [taken];
  }

  async #store(batch: readonly UserActivity[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      await this.#deps.storage.addActivity(batch);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'activity of users could not be stored');
      for (const each of batch) this.#add(each);
    }
  }
}
