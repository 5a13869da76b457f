import type { ReactNode } from 'react';

/** What other features show in a room. */
export interface RoomSlots {
  /** In the header: begins and ends a recording. */
  readonly recordButton: ReactNode;
  /** Below the header: what plays a file. @param hasAudience somebody is there whom one may play to. */
  readonly playerBar: (hasAudience: boolean) => ReactNode;
  /** Below the players: what was played lately, to be saved. */
  readonly lastMinutes: ReactNode;
  /** Why a file could not be played, in words; undefined where nothing went wrong. */
  readonly fileFailure: string | undefined;
  readonly dismissFileFailure: () => void;
  /** Over everything: windows that are open. */
  readonly overlays: ReactNode;
}
