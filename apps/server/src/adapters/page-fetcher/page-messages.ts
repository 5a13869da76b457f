import type { RoomtoneError } from '@roomtone/protocol';
import type { Page } from '../../ports/page-fetcher.ts';

export interface PageWorkerStart {
  readonly allowHosts: readonly string[];
}

export interface PageRequest {
  readonly id: number;
  readonly url: string;
}

export type PageAnswer =
  | { readonly id: number; readonly page: Page }
  | {
      readonly id: number;
      readonly failure: Pick<RoomtoneError, 'message' | 'details'> & {
        /** Undefined for anything but a RoomtoneError. */
        readonly code: RoomtoneError['code'] | undefined;
      };
    };
