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
isNarrow.addEventListener('change', ({ matches }) => {
  if (matches && useLayout.getState().chat) useLayout.setState({ players: false });
});

export function showPanel(name: PanelName): void {
  const other = name === 'chat' ? 'players' : 'chat';
  useLayout.setState({ [name]: true, lastToggled: name, ...(isNarrow.matches && { [other]: false }) });
}

export function hidePanel(name: PanelName): void {
  useLayout.setState({ [name]: false, lastToggled: name });
}
