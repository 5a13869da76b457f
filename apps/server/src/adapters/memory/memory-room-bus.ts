import { randomUUID } from 'node:crypto';
import {
  BusUnavailable,
  type Commit,
  type CommitOutcome,
  type Follower,
  type RoomBus,
  type SharedState,
} from '../../ports/room-bus.ts';

interface Shared {
  epoch: string;
  number: number;
  admissions: number;
  readonly fields: Map<string, string>;
}

/** Connects processes that are none: several applications in one process, for tests. */
export class MemoryHub {
  readonly #rooms = new Map<string, Shared>();
  readonly buses = new Set<MemoryRoomBus>();
  readonly alive = new Set<string>();

  connect(processId: string = randomUUID()): MemoryRoomBus {
    const bus = new MemoryRoomBus(this, processId);
    this.buses.add(bus);
    this.alive.add(processId);
    return bus;
  }

  /** Loses everything, as a Redis that starts again without its data does. */
  forget(): void {
    this.#rooms.clear();
  }

  room(roomId: string): Shared {
    let shared = this.#rooms.get(roomId);
    if (shared === undefined) {
      shared = { epoch: randomUUID(), number: 0, admissions: 0, fields: new Map() };
      this.#rooms.set(roomId, shared);
    }
    return shared;
  }
}

/** One process's bus. What is sent arrives in a later turn of the event loop, as over a network. */
export class MemoryRoomBus implements RoomBus {
  readonly processId: string;
  onChange: (() => void) | undefined;
  readonly #hub: MemoryHub;
  readonly #followers = new Map<string, Follower>();
  readonly #arriving: (() => void)[] = [];
  #isUp = true;
  #isHeld = false;

  constructor(hub: MemoryHub, processId: string) {
    this.#hub = hub;
    this.processId = processId;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Cuts the process off, or connects it again. */
  setUp(isUp: boolean): void {
    if (isUp === this.#isUp) return;
    this.#isUp = isUp;
    if (!isUp) this.#arriving.length = 0;
    this.onChange?.();
  }

  /** News from now on arrives late: when the returned function is called. */
  hold(): () => void {
    this.#isHeld = true;
    return () => {
      this.#isHeld = false;
      this.#deliver();
    };
  }

  async follow(roomId: string, follower: Follower): Promise<SharedState> {
    this.#check();
    this.#followers.set(roomId, follower);
    return this.read(roomId);
  }

  unfollow(roomId: string): void {
    this.#followers.delete(roomId);
  }

  async read(roomId: string): Promise<SharedState> {
    this.#check();
    const { epoch, number, admissions, fields } = this.#hub.room(roomId);
    return { version: { epoch, number }, admissions, fields: new Map(fields) };
  }

  async commit(roomId: string, commit: Commit): Promise<CommitOutcome> {
    this.#check();
    const shared = this.#hub.room(roomId);
    const { admissions = shared.admissions, requires } = commit;
    if (admissions !== shared.admissions) return 'refused';
    if (requires !== undefined && (shared.fields.get(requires.field) ?? '') !== requires.text) return 'refused';
    for (const field of commit.remove ?? []) shared.fields.delete(field);
    for (const [field, text] of commit.put ?? []) shared.fields.set(field, text);
    if (commit.admits === true) shared.admissions++;
    shared.number++;
    const version = { epoch: shared.epoch, number: shared.number };
    for (const bus of this.#hub.buses) bus.#arrive(roomId, (follower) => follower.onNews(version, commit.news));
    return 'done';
  }

  send(roomId: string, message: readonly Uint8Array[]): void {
    if (!this.#isUp) return;
    const whole = Buffer.concat(message);
    for (const bus of this.#hub.buses) {
      if (bus !== this) bus.#arrive(roomId, (follower) => follower.onMessage(this.processId, whole));
    }
  }

  async living(processIds: readonly string[]): Promise<ReadonlySet<string>> {
    this.#check();
    return new Set(processIds.filter((processId) => this.#hub.alive.has(processId)));
  }

  async close(): Promise<void> {
    this.#isUp = false;
    this.#followers.clear();
    this.#hub.buses.delete(this);
    this.#hub.alive.delete(this.processId);
  }

  #arrive(roomId: string, tell: (follower: Follower) => void): void {
    if (!this.#isUp || !this.#followers.has(roomId)) return;
    this.#arriving.push(() => {
      const follower = this.#followers.get(roomId);
      if (follower !== undefined) tell(follower);
    });
    if (this.#arriving.length === 1) setImmediate(() => this.#deliver());
  }

  #deliver(): void {
    if (this.#isHeld) return;
    for (const arrive of this.#arriving.splice(0)) arrive();
  }

  #check(): void {
    if (!this.#isUp) throw new BusUnavailable('This process is cut off.');
  }
}
