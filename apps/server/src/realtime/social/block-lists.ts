import type { FriendStorage } from '../../ports/social-storage.ts';

interface Entry {
  readonly blocked: Set<string>;
  /** Changes since the read began. They take precedence over what was read. */
  readonly changes: Map<string, boolean>;
  readonly read: Promise<void>;
}

/** The current block list of each connected user: chat of blocked users and their bots is not sent to them (room rules R4.11). */
export class BlockLists {
  readonly #storage: Pick<FriendStorage, 'blocksOf' | 'blockedBotsOf'>;
  readonly #entries = new Map<string, Entry>();

  constructor(storage: Pick<FriendStorage, 'blocksOf' | 'blockedBotsOf'>) {
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
    const read = Promise.all([this.#storage.blocksOf(userId), this.#storage.blockedBotsOf(userId)]).then(
      ([people, bots]) => {
        for (const person of people) blocked.add(person.userId);
        for (const bot of bots) blocked.add(bot);
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
