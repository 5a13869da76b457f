import type { OwnPresence as Status } from '@roomtone/sdk';
import { ChevronDown } from 'lucide-react';
import { create } from 'zustand';
import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { Menu, MenuChoice } from '../../ui/menu.tsx';
import { notify } from '../../ui/toast-store.ts';
import { Presence } from './presence.tsx';

const statuses = ['online', 'away', 'busy'] as const satisfies readonly Status[];

/** Presence chosen since signing in. The server tells it to friends, but not to the user. */
const useOwnPresence = create<{ readonly status: Status }>()(() => ({ status: 'online' }));

/** Sets the user's presence, until it is changed or the app closes. */
export function OwnPresence() {
  const { client } = useParts();
  const { status } = useOwnPresence();
  const words = strings.friends;
  const choose = (next: Status) => {
    useOwnPresence.setState({ status: next });
    client.call('setPresence', { status: next }).catch((error: unknown) => {
      useOwnPresence.setState({ status });
      notify(failureText(error));
    });
  };
  return (
    <Menu
      trigger={
        <Button size="large" aria-label={`${words.yourPresence}: ${words.yourPresences[status]}`}>
          <Presence status={status} />
          {words.yourPresences[status]}
          <ChevronDown />
        </Button>
      }
    >
      <MenuChoice
        label={words.yourPresence}
        value={status}
        options={statuses.map((value) => ({ value, name: words.yourPresences[value] }))}
        onChange={choose}
      />
    </Menu>
  );
}
