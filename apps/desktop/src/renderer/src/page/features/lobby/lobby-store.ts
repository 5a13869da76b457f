import { create } from 'zustand';
import type { LobbyEvent, WireState } from '../../../contract/messages.ts';
import type { Notices } from '../../app/notices.ts';
import type { WorkerClient } from '../../app/worker-client.ts';
import { type LobbyRoom, lobbyRoom } from './lobby-rooms.ts';

interface LiveLobby {
  readonly status: WireState['status'];
  /** The public rooms that the server reported since the lobby was opened, in their latest state. */
  readonly rooms: ReadonlyMap<string, LobbyRoom>;
  /** Ids of rooms that were reported earlier and are gone. */
  readonly gone: ReadonlySet<string>;
}

const emptyLobby: LiveLobby = { status: 'connecting', rooms: new Map(), gone: new Set() };

export const useLiveLobby = create<LiveLobby>()(() => emptyLobby);

/** Receives the public rooms and the user's notifications while no room is open. */
export class LobbyController {
  readonly #client: WorkerClient;
  readonly #notices: Notices;

  constructor(client: WorkerClient, notices: Notices) {
    this.#client = client;
    this.#notices = notices;
  }

  /** Watches until the returned function is called. */
  watch(): () => void {
    useLiveLobby.setState(emptyLobby);
    this.#watch(true);
    return () => this.#watch(false);
  }

  receive(event: LobbyEvent): void {
    switch (event.type) {
      case 'state':
        useLiveLobby.setState({ status: event.status });
        break;
      case 'rooms':
        useLiveLobby.setState(({ rooms: before, gone: goneBefore }) => {
          const rooms = new Map(event.rooms.map((room) => [room.roomId, lobbyRoom(room)]));
          const gone = new Set([...goneBefore, ...before.keys()].filter((id) => !rooms.has(id)));
          return { rooms, gone };
        });
        break;
      case 'notice':
        this.#notices.emit(event.notice);
        break;
    }
  }

  #watch(isWatched: boolean): void {
    // Events report the result.
    this.#client.call('watchLobby', { isWatched }).catch(() => {});
  }
}
