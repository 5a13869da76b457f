import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react';
import type { RoomRequest } from '../../contract/messages.ts';
import { useGiven } from '../given.ts';
import type { Bridge } from './bridge.ts';
import type { AccountController } from './identity/account-controller.ts';
import type { Messenger } from './social/messenger.ts';
import type { WorkerClient } from './worker-client.ts';

/** What all screens act through; what they show is in the stores. */
export interface AppParts {
  readonly bridge: Bridge;
  readonly client: WorkerClient;
  readonly queries: QueryClient;
  readonly account: AccountController;
  readonly messenger: Messenger;
  /** Opens a room, leaving the one before; its screen shows how that goes. */
  readonly enterRoom: (request: RoomRequest) => void;
}

export const AppContext = createContext<AppParts | undefined>(undefined);

/** The parts, inside the app. */
export function useParts(): AppParts {
  return useGiven(AppContext);
}
