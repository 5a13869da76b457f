import type { RoomRecord } from '../../ports/room-storage.ts';

/** Collects what changed in the list of public and pro rooms until the lobby sends it (room rules R11). */
export class LobbyChanges {
  /** By room; undefined for a room that is gone. */
  readonly #changes = new Map<string, RoomRecord | undefined>();
  #isCollecting = false;

  get isEmpty(): boolean {
    return this.#changes.size === 0;
  }

  /** Collects from now on. Nothing is kept while nobody watches the lobby. */
  start(): void {
    this.#isCollecting = true;
  }

  stop(): void {
    this.#isCollecting = false;
    this.#changes.clear();
  }

  /** A room is new, or its record or number of participants has changed. */
  changed(record: RoomRecord): void {
    // The id of a private room is the invitation to it.
    if (this.#isCollecting && record.roomType !== 'private') this.#changes.set(record.roomId, record);
  }

  removed(roomId: string): void {
    if (this.#isCollecting) this.#changes.set(roomId, undefined);
  }

  /** Removes and returns what was collected: each room once, with its latest record. */
  take(): (readonly [roomId: string, record: RoomRecord | undefined])[] {
    const taken = [...this.#changes];
    this.#changes.clear();
    return taken;
  }
}
