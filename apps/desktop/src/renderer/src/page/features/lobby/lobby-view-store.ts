import { create } from 'zustand';
import type { LobbyView } from './lobby-rooms.ts';

export const noFilters: LobbyView = {
  search: '',
  type: 'all',
  withoutPassword: false,
  withPeople: false,
  sort: 'activity',
};

/** Filters and sort order, kept while a room is open. */
export const useLobbyView = create<LobbyView>()(() => noFilters);

/** The number of active filters, not counting the search. */
export function filterCount({ type, withoutPassword, withPeople }: LobbyView): number {
  return [type !== 'all', withoutPassword, withPeople].filter((isOn) => isOn).length;
}
