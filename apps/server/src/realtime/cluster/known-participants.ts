import type { Occupant } from '../rooms/other-processes.ts';
import type { Entry } from '../rooms/room-change.ts';

export interface Known {
  entry: Entry;
  /** The entry as it is shared. */
  text: string;
  /** Undefined for somebody who is connected to another process. */
  occupant: Occupant | undefined;
}

/** The participants in a shared room, and where each of them is connected. */
export class KnownParticipants implements Iterable<readonly [number, Known]> {
  readonly #byNumber = new Map<number, Known>();
  readonly #self: string;
  readonly #gone = new Set<string>();
  #hasListeners = false;
  #first = '';

  constructor(self: string) {
    this.#self = self;
  }

  [Symbol.iterator](): Iterator<readonly [number, Known]> {
    return this.#byNumber.entries();
  }

  get(number: number): Known | undefined {
    return this.#byNumber.get(number);
  }

  set(number: number, known: Known): void {
    this.#byNumber.set(number, known);
    this.count();
  }

  delete(number: number): void {
    this.#byNumber.delete(number);
    this.count();
  }

  /** True if somebody is connected to another process that is alive. */
  get hasListeners(): boolean {
    return this.#hasListeners;
  }

  /** True if this process decides what any of them could: it has the first participant of those whose processes are alive. */
  get isFirst(): boolean {
    return this.#first === this.#self;
  }

  /** The other processes that participants are connected to. */
  get homes(): ReadonlySet<string> {
    const homes = new Set<string>();
    for (const { entry, occupant } of this.#byNumber.values()) if (occupant === undefined) homes.add(entry.home);
    return homes;
  }

  isGone(processId: string): boolean {
    return this.#gone.has(processId);
  }

  /** A process is no longer alive, or again. */
  setGone(processId: string, isGone: boolean): void {
    if (isGone) this.#gone.add(processId);
    else this.#gone.delete(processId);
    this.count();
  }

  /** Somebody whose connection was in another process before. */
  ofConnection(connection: string): Known | undefined {
    for (const known of this.#byNumber.values()) {
      if (known.occupant === undefined && known.entry.connection === connection) return known;
    }
    return undefined;
  }

  /** Somebody of this auth session who may still resume; nobody for a guest. */
  detachedOf(session: string): Known | undefined {
    if (session === '') return undefined;
    for (const known of this.#byNumber.values()) {
      const { entry, occupant } = known;
      if (entry.session !== session) continue;
      const isDetached = occupant === undefined ? entry.isDetached || this.#gone.has(entry.home) : !occupant.isAttached;
      if (isDetached) return known;
    }
    return undefined;
  }

  /** An entry has another home. */
  count(): void {
    this.#hasListeners = false;
    this.#first = '';
    let first = Number.POSITIVE_INFINITY;
    for (const [number, { entry, occupant }] of this.#byNumber) {
      if (this.#gone.has(entry.home)) continue;
      if (occupant === undefined) this.#hasListeners = true;
      if (number < first) {
        first = number;
        this.#first = entry.home;
      }
    }
  }
}
