import type { FriendStorage } from '../../ports/social-storage.ts';

interface Entry {
  readonly blocked: Set<string>;
  /** Changes since the read began. They take precedence over what was read. */
  readonly changes: Map<string, boolean>;
  readonly read: Promise<void>;
}

/** The current block list of each connected user: chat of blocked users is not sent to them (room rules R4.11). */
export class BlockLists {
  readonly #storage: Pick<FriendStorage, 'blocksOf'>;
  readonly #entries = new Map<string, Entry>();

  constructor(storage: Pick<FriendStorage, 'blocksOf'>) {
    this.#storage = storage;
  }

  /** The user's block list, read once. Later changes appear in the returned set. Only for connected users. */
  async of(userId: string): Promise<ReadonlySet<string>> {
    const entry = this.#entries.get(userId) ?? this.#open(userId);
    await entry.read;
    return entry.blocked;
  }

  /** The block list has changed in storage. */
  changed(userId: string, otherId: string, isBlocked: boolean): void {
    const entry = this.#entries.get(userId);
    if (entry === undefined) return;
    entry.changes.set(otherId, isBlocked);
    apply(entry);
  }

  /** The user's last connection is over. */
  forget(userId: string): void {
    this.#entries.delete(userId);
  }

  #open(userId: string): Entry {
    const blocked = new Set<string>();
    const read = this.#storage.blocksOf(userId).then(
      (list) => {
        for (const person of list) blocked.add(person.userId);
        apply(entry);
      },
      (error: unknown) => {
        // The next call reads it again.
        this.#entries.delete(userId);
        throw error;
      },
    );
    const entry: Entry = { blocked, changes: new Map(), read };
    this.#entries.set(userId, entry);
    return entry;
  }
}

function apply({ blocked, changes }: Entry): void {
  for (const [otherId, isBlocked] of changes) {
    if (isBlocked) blocked.add(otherId);
    else blocked.delete(otherId);
  }
}
