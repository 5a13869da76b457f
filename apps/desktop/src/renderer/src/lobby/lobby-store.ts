import { limits } from '@roomtone/protocol';
import type { RoomEntry } from '@roomtone/protocol/rest';
import { create } from 'zustand';
import type { WorkerClient } from '../connection/worker-client.ts';

interface LobbyState {
  /** offline: the list is the last one known. */
  readonly status: 'loading' | 'ready' | 'offline';
  readonly rooms: readonly RoomEntry[];
  /** How many public rooms there are; more than `rooms` holds when not all were asked for. */
  readonly total: number;
  /** One's own. */
  readonly privateRooms: readonly RoomEntry[];
}

export const useLobby = create<LobbyState>()(() => ({ status: 'loading', rooms: [], total: 0, privateRooms: [] }));

const refreshMs = 5_000;
const retryMs = 3_000;

/** Keeps the list of rooms fresh while somebody looks at it. */
export class LobbyWatch {
  readonly #client: WorkerClient;
  #pages = 1;

  constructor(client: WorkerClient) {
    this.#client = client;
  }

  /** Watches until the returned function is called. @param member guests own no rooms. */
  watch(member: boolean): () => void {
    let timer = 0;
    let ended = false;
    const again = async () => {
      clearTimeout(timer);
      if (document.hidden) return;
      const isReached = await this.#refresh(member);
      if (!ended) timer = setTimeout(again, isReached ? refreshMs : retryMs) as unknown as number;
    };
    const look = () => void again();
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    look();
    return () => {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
    };
  }

  /** Lists one page more from now on. */
  async showMore(member: boolean): Promise<void> {
    this.#pages++;
    await this.#refresh(member);
  }

  async #refresh(member: boolean): Promise<boolean> {
    try {
      const wanted = Array.from({ length: this.#pages }, (_, index) => ({ page: index + 1 }));
      const [lists, own] = await Promise.all([
        Promise.all(wanted.map((takes) => this.#client.api.rooms.list({ ...takes, limit: limits.page.limitMax }))),
        member ? this.#client.api.rooms.list({ roomType: 'private', limit: limits.page.limitMax }) : undefined,
      ]);
      useLobby.setState({
        status: 'ready',
        rooms: lists.flatMap((list) => list.rooms),
        total: lists[0]?.pagination.total ?? 0,
        privateRooms: own?.rooms ?? [],
      });
      return true;
    } catch {
      useLobby.setState({ status: 'offline' });
      return false;
    }
  }
}
