import { create } from 'zustand';

interface LayoutState {
  readonly players: boolean;
  readonly chat: boolean;
}

/** Which panels are unfolded; at first as many as leave the keys wide enough to play. */
export const useLayout = create<LayoutState>()(() => ({
  players: window.innerWidth >= 960,
  chat: window.innerWidth >= 1180 && !matchMedia('(pointer: coarse)').matches,
}));
