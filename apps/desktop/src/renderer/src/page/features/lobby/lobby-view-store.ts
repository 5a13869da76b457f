import { create } from 'zustand';
import type { LobbyView } from './lobby-rooms.ts';

export const everything: LobbyView = {
  search: '',
  type: 'all',
  withoutPassword: false,
  withPeople: false,
  sort: 'activity',
};

/** What one looks for, kept while one goes into a room and comes back. */
export const useLobbyView = create<LobbyView>()(() => everything);

/** How many ways of narrowing the list down are in use, the search aside. */
export function filterCount({ type, withoutPassword, withPeople }: LobbyView): number {
  return [type !== 'all', withoutPassword, withPeople].filter((isOn) => isOn).length;
}
