import type { ReactNode } from 'react';

/** Parts of a room's screen that other features provide. */
export interface RoomSlots {
  /** In the header: opens sheets and the set list. */
  readonly sheetButtons: ReactNode;
  /** In the header: starts and stops a recording. */
  readonly recordButton: ReactNode;
  /** In the header: connects the microphone. */
  readonly talkButton: ReactNode;
  /** Below the header, while the microphone is connected or could not be. */
  readonly talkBar: ReactNode;
  /** In the header: opens the loops. */
  readonly loopsButton: ReactNode;
  /** Over the stage: the loops, while they are open. */
  readonly loops: ReactNode;
  /** In the header: opens the MIDI library. */
  readonly libraryButton: ReactNode;
  /** The same in the menu of a narrow screen. */
  readonly libraryItem: ReactNode;
  /** Below the header: plays a file. @param hasAudience true if there may be somebody else to play to. */
  readonly playerBar: (hasAudience: boolean) => ReactNode;
  /** Below the players: offers to save what was played in the last minutes. */
  readonly lastMinutes: ReactNode;
  /** Why a file could not be played, as text; undefined if nothing went wrong. */
  readonly fileFailure: string | undefined;
  readonly dismissFileFailure: () => void;
  /** Open dialogs. */
  readonly overlays: ReactNode;
}
