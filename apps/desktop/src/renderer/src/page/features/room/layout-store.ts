import { create } from 'zustand';

export type PanelName = 'players' | 'chat';

interface LayoutState {
  readonly players: boolean;
  readonly chat: boolean;
  /** What was folded or unfolded last, by hand: the focus goes with it. */
  readonly moved: PanelName | undefined;
}

/** Which panels are unfolded; at first as many as leave the keys wide enough to play. */
export const useLayout = create<LayoutState>()(() => ({
  players: window.innerWidth >= 960,
  chat: window.innerWidth >= 1180 && !matchMedia('(pointer: coarse)').matches,
  moved: undefined,
}));

/** Where panels lie over the stage, and two would cover it; as room.css has it. */
const isNarrow = matchMedia('(max-width: 900px)');
isNarrow.addEventListener('change', ({ matches }) => {
  if (matches && useLayout.getState().chat) useLayout.setState({ players: false });
});

export function unfoldPanel(name: PanelName): void {
  const other = name === 'chat' ? 'players' : 'chat';
  useLayout.setState({ [name]: true, moved: name, ...(isNarrow.matches && { [other]: false }) });
}

export function foldPanel(name: PanelName): void {
  useLayout.setState({ [name]: false, moved: name });
}
