import type { BlockEntry, PendingRequestEntry } from '@roomtone/sdk';
import { Check } from 'lucide-react';
import type { Person } from '../../app/social/messenger.ts';
import { useFriendActions } from '../../app/social/use-friend-actions.ts';
import { roomStrings } from '../../room-strings.ts';
import { agoText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PersonRow } from './person-row.tsx';

/** Friend requests received. */
export function ReceivedRequests({ requests }: { readonly requests: readonly PendingRequestEntry[] }) {
  const { accept, decline } = useFriendActions();
  const words = strings.friends;
  return (
    <Panel title={words.requests}>
      <ul className="rows">
        {requests.map((person) => (
          <PersonRow key={person.userId} person={person} words={words.askedOn({ when: agoText(person.sentAt) })}>
            <Button aria-label={words.acceptOf({ name: person.displayName })} onClick={() => void accept(person)}>
              <Check />
              {words.accept}
            </Button>
            <Button
              kind="quiet"
              aria-label={words.declineOf({ name: person.displayName })}
              onClick={() => decline(person)}
            >
              {words.decline}
            </Button>
          </PersonRow>
        ))}
      </ul>
    </Panel>
  );
}

/** Friend requests sent from this device. */
export function SentRequests({ people }: { readonly people: readonly Person[] }) {
  const { withdraw } = useFriendActions();
  const words = strings.friends;
  return (
    <Panel title={words.waiting} hint={words.waitingHint}>
      <ul className="rows">
        {people.map((person) => (
          <PersonRow key={person.userId} person={person} words={roomStrings.profile.asked}>
            <Button
              kind="quiet"
              aria-label={words.withdrawOf({ name: person.displayName })}
              onClick={() => withdraw(person)}
            >
              {words.withdraw}
            </Button>
          </PersonRow>
        ))}
      </ul>
    </Panel>
  );
}

/** Blocked users. */
export function Blocks({ blocks }: { readonly blocks: readonly BlockEntry[] }) {
  const { unblock } = useFriendActions();
  const words = strings.friends;
  return (
    <Panel title={words.blocks} hint={words.blocksHint}>
      <ul className="rows">
        {blocks.map((person) => (
          <PersonRow key={person.userId} person={person} words={words.blockedOn({ when: agoText(person.blockedAt) })}>
            <Button aria-label={words.unblockOf({ name: person.displayName })} onClick={() => unblock(person)}>
              {words.unblock}
            </Button>
          </PersonRow>
        ))}
      </ul>
    </Panel>
  );
}
