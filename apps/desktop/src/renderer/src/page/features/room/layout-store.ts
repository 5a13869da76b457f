import { useSyncExternalStore } from 'react';
import { create } from 'zustand';

export type PanelName = 'players' | 'chat';

interface LayoutState {
  readonly players: boolean;
  readonly chat: boolean;
  /** The panel that the user showed or hid last, which moves the focus. */
  readonly lastToggled: PanelName | undefined;
}

/** The panels that are shown. The initial choice leaves the keys wide enough to play. */
export const useLayout = create<LayoutState>()(() => ({
  players: window.innerWidth >= 960 && window.innerHeight > 500,
  chat: window.innerWidth >= 1180 && !matchMedia('(pointer: coarse)').matches,
  lastToggled: undefined,
}));

/** Screens on which panels cover the stage, as in room.css; only one may be shown there. */
const isNarrow = matchMedia('(max-width: 900px), (max-height: 500px)');
/** The panels that the screen had before it became narrow. */
let wide: Pick<LayoutState, PanelName> = { players: false, chat: false };
isNarrow.addEventListener('change', ({ matches }) => {
  const { players, chat } = useLayout.getState();
  if (!matches) {
    useLayout.setState({ players: players || wide.players, chat: chat || wide.chat, lastToggled: undefined });
    return;
  }
  wide = { players, chat };
  // The keyboard of a tablet makes its screen low while somebody writes.
  const isWriting = document.activeElement?.matches('.chat textarea') === true;
  useLayout.setState({ players: false, chat: chat && isWriting, lastToggled: undefined });
});

/** True where panels cover the stage, and less fits into the header. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(watchNarrow, () => isNarrow.matches);
}

function watchNarrow(changed: () => void): () => void {
  isNarrow.addEventListener('change', changed);
  return () => isNarrow.removeEventListener('change', changed);
}

export function showPanel(name: PanelName): void {
  const other = name === 'chat' ? 'players' : 'chat';
  useLayout.setState({ [name]: true, lastToggled: name, ...(isNarrow.matches && { [other]: false }) });
}

export function hidePanel(name: PanelName): void {
  useLayout.setState({ [name]: false, lastToggled: name });
}

/** Hides the panels until the returned function brings them back; another size of the screen does not. */
export function hidePanelsMeanwhile(): () => void {
  const { players, chat } = useLayout.getState();
  const before = isNarrow.matches ? wide : { players, chat };
  wide = { players: false, chat: false };
  useLayout.setState({ players: false, chat: false, lastToggled: undefined });
  return () => {
    wide = before;
    const shown = isNarrow.matches ? { players: false, chat: false } : before;
    useLayout.setState({ ...shown, lastToggled: undefined });
  };
}
