import { createContext } from 'react';
import { useRequiredContext } from '../../required-context.ts';
import type { FilePlayer } from './file-player.ts';

export interface PlaybackParts {
  readonly player: FilePlayer;
}

export const PlaybackContext = createContext<PlaybackParts | undefined>(undefined);

/** Only valid inside the app. */
export function usePlaybackParts(): PlaybackParts {
  return useRequiredContext(PlaybackContext);
}
