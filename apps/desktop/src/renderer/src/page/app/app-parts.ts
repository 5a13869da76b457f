import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react';
import type { RoomRequest } from '../../contract/messages.ts';
import { useRequiredContext } from '../required-context.ts';
import type { Bridge } from './bridge.ts';
import type { AccountController } from './identity/account-controller.ts';
import type { Messenger } from './social/messenger.ts';
import type { WorkerClient } from './worker-client.ts';

/** The controllers behind all screens, which show what is in the stores. */
export interface AppParts {
  readonly bridge: Bridge;
  readonly client: WorkerClient;
  readonly queries: QueryClient;
  readonly account: AccountController;
  readonly messenger: Messenger;
  /** Opens a room and leaves the current one; the room's screen shows the progress. */
  readonly enterRoom: (request: RoomRequest) => void;
  /** Opens a MIDI file and plays it for the user. */
  readonly openFile: (name: string, bytes: Uint8Array) => void;
  /** Plays what sounds in a room until the returned function is called. @param onEnd called if the room cannot be heard. */
  readonly listenIn: (roomId: string, onEnd: () => void) => () => void;
}

export const AppContext = createContext<AppParts | undefined>(undefined);

/** Only valid inside the app. */
export function useParts(): AppParts {
  return useRequiredContext(AppContext);
}
