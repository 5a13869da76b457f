import { create } from 'zustand';
import type { LobbyEvent, WireState } from '../../../contract/messages.ts';
import type { Notices } from '../../app/notices.ts';
import type { WorkerClient } from '../../app/worker-client.ts';
import { type LobbyRoom, liveRoom } from './lobby-rooms.ts';

interface LiveLobby {
  readonly status: WireState['status'];
  /** The public rooms the server has told of since the lobby was opened, as they are now. */
  readonly rooms: ReadonlyMap<string, LobbyRoom>;
  /** Those it told of that are no more. */
  readonly gone: ReadonlySet<string>;
}

const nothingTold: LiveLobby = { status: 'connecting', rooms: new Map(), gone: new Set() };

export const useLiveLobby = create<LiveLobby>()(() => nothingTold);

/** Hears of the public rooms, and of what concerns oneself, while one is outside rooms. */
export class LobbyWatch {
  readonly #client: WorkerClient;
  readonly #notices: Notices;

  constructor(client: WorkerClient, notices: Notices) {
    this.#client = client;
    this.#notices = notices;
  }

  /** Watches until the returned function is called. */
  watch(): () => void {
    useLiveLobby.setState(nothingTold);
    this.#watch(true);
    return () => this.#watch(false);
  }

  /** Takes an event of the lobby. */
  receive(event: LobbyEvent): void {
    switch (event.type) {
      case 'state':
        useLiveLobby.setState({ status: event.status });
        break;
      case 'rooms':
        useLiveLobby.setState(({ rooms: before, gone: goneBefore }) => {
          const rooms = new Map(event.rooms.map((room) => [room.roomId, liveRoom(room)]));
          const gone = new Set([...goneBefore, ...before.keys()].filter((id) => !rooms.has(id)));
          return { rooms, gone };
        });
        break;
      case 'notice':
        this.#notices.tell(event.notice);
        break;
    }
  }

  #watch(isWatched: boolean): void {
    // How it goes is told by events.
    this.#client.call('watchLobby', { isWatched }).catch(() => {});
  }
}
