import { RoomtoneError } from '@roomtone/protocol';
import type { Commit, RoomBus } from '../../ports/room-bus.ts';
import type { Requester } from '../delivery/recipient.ts';
import type { SharedChange } from '../rooms/room-change.ts';
import type { News } from './shared-fields.ts';

/** Acts on this process's own commits when they come back in their place in the order. */
export interface Pending {
  readonly requester: Requester | undefined;
  /** Has the visitor join. */
  readonly enter: (() => void) | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The commits that this process makes for one shared room. */
export class RoomCommits {
  readonly #roomId: string;
  readonly #bus: Pick<RoomBus, 'processId' | 'commit'>;
  readonly #pending = new Map<string, Pending>();
  #count = 0;

  constructor(roomId: string, bus: Pick<RoomBus, 'processId' | 'commit'>) {
    this.#roomId = roomId;
    this.#bus = bus;
  }

  /**
   * Commits a change; resolves when it has been applied here, with false if it was refused.
   * @throws {RoomtoneError} SERVER_ERROR if the others cannot be reached, or what applying it has thrown.
   */
  async commit(
    change: SharedChange | undefined,
    commit: Omit<Commit, 'news'>,
    own: Partial<Pick<Pending, 'requester' | 'enter'>>,
  ): Promise<boolean> {
    const news = this.#newsOf(change, commit);
    const { id } = news;
    const applied = new Promise<void>((resolve, reject) => {
      this.#pending.set(id, { requester: own.requester, enter: own.enter, resolve, reject });
    });
    // It may be rejected before anybody waits for it.
    applied.catch(() => {});
    try {
      const outcome = await this.#bus.commit(this.#roomId, { ...commit, news: JSON.stringify(news) });
      if (outcome === 'done') await applied;
      return outcome === 'done';
    } catch (error) {
      throw error instanceof RoomtoneError ? error : unreachable(error);
    } finally {
      this.#pending.delete(id);
    }
  }

  /** Commits what has already taken effect here. @param failed gets the commit if the others could not be told. */
  fire(change: SharedChange, commit: Omit<Commit, 'news'>, failed: (commit: Commit) => void = () => {}): void {
    const whole = { ...commit, news: JSON.stringify(this.#newsOf(change, commit)) };
    this.#bus.commit(this.#roomId, whole).catch(() => failed(whole));
  }

  isOwn(id: string): boolean {
    return id.startsWith(`${this.#bus.processId} `);
  }

  pendingOf(id: string): Pending | undefined {
    return this.#pending.get(id);
  }

  /** The others cannot be reached: nothing that was committed will come back. */
  rejectAll(): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(unreachable());
  }

  #newsOf(change: SharedChange | undefined, { admits = false }: Omit<Commit, 'news'>): News {
    const id = `${this.#bus.processId} ${++this.#count}`;
    return change === undefined ? { id, admits } : { id, admits, change };
  }
}

/** The SERVER_ERROR for what needs the other processes. */
export function unreachable(cause?: unknown): RoomtoneError {
  return new RoomtoneError(
    'SERVER_ERROR',
    'The rest of the service cannot be reached for the moment. Try again.',
    { reason: 'unreachable' },
    { cause },
  );
}

export function isUnreachable(error: unknown): boolean {
  return error instanceof RoomtoneError && error.details.reason === 'unreachable';
}
