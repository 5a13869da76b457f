import { SlidersHorizontal } from 'lucide-react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { LobbyView } from './lobby-rooms.ts';
import { filterCount, noFilters, useLobbyView } from './lobby-view-store.ts';

const types: readonly LobbyView['type'][] = ['all', 'public', 'pro'];
const sorts: readonly LobbyView['sort'][] = ['activity', 'people', 'name'];

/** Filters and sorts the list. */
export function LobbyFilters() {
  const view = useLobbyView();
  const words = strings.lobby.filters;
  const count = filterCount(view);
  const set = (change: Partial<LobbyView>) => useLobbyView.setState(change);
  return (
    <Popover
      label={words.title}
      align="end"
      className="lobby-filters"
      trigger={
        <Button size="large">
          <SlidersHorizontal />
          {count === 0 ? words.open : words.openWith(count)}
        </Button>
      }
    >
      <Select
        label={words.sort}
        value={view.sort}
        options={sorts.map((value) => ({ value, name: words.sorts[value] }))}
        // The select has no other values.
        onChange={(event) => set({ sort: event.target.value as LobbyView['sort'] })}
      />
      <Select
        label={words.type}
        value={view.type}
        options={types.map((value) => ({ value, name: words.types[value] }))}
        onChange={(event) => set({ type: event.target.value as LobbyView['type'] })}
      />
      <Switch
        label={words.withPeople}
        checked={view.withPeople}
        onChange={(event) => set({ withPeople: event.target.checked })}
      />
      <Switch
        label={words.withoutPassword}
        checked={view.withoutPassword}
        onChange={(event) => set({ withoutPassword: event.target.checked })}
      />
      <Button kind="quiet" disabled={count === 0} onClick={() => set({ ...noFilters, search: view.search })}>
        {words.reset}
      </Button>
    </Popover>
  );
}
