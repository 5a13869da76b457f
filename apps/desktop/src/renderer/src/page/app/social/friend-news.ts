import type { Notice } from '@roomtone/sdk';
import type { QueryClient } from '@tanstack/react-query';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { notify } from '../../ui/toast-store.ts';
import { useAccount, userIdOf } from '../identity/account-store.ts';
import { dropAsked } from './asked-store.ts';
import { useConversations } from './conversation-store.ts';
import type { Messenger } from './messenger.ts';
import { presenceTold, refreshFriends } from './use-friends.ts';

interface Parts {
  readonly queries: QueryClient;
  readonly messenger: Messenger;
  /** Tells the player who looks elsewhere. */
  readonly tell: (title: string, body: string) => void;
  /** Whether the player wants to be told of this at all. */
  readonly wantsNotices: () => boolean;
}

/** Takes in what friends do: shows it where it belongs, and says it where nobody looks. */
export class FriendNews {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  receive(notice: Notice): void {
    const { queries, messenger } = this.#parts;
    switch (notice.kind) {
      case 'friend-request':
        void refreshFriends(queries);
        this.#say(strings.friends.requestFrom(isolated(notice.username)), '');
        break;
      case 'friend-accepted':
        dropAsked(userIdOf(useAccount.getState()) ?? '', new Set([notice.userId]));
        void refreshFriends(queries);
        this.#say(strings.friends.acceptedBy(isolated(notice.username)), '');
        break;
      case 'presence':
        presenceTold(queries, notice);
        break;
      case 'direct-message':
        messenger.receive(notice);
        if (useConversations.getState().openWith !== notice.userId || !document.hasFocus()) {
          this.#say(strings.friends.wrote(isolated(notice.username)), notice.message);
        }
        break;
    }
  }

  #say(title: string, body: string): void {
    if (!this.#parts.wantsNotices()) return;
    notify(body === '' ? title : `${title}: ${isolated(shortened(body))}`);
    this.#parts.tell(title, body);
  }
}

const shownCharacters = 80;

function shortened(text: string): string {
  const characters = [...text.replaceAll('\n', ' ')];
  if (characters.length <= shownCharacters) return characters.join('');
  return `${characters.slice(0, shownCharacters - 1).join('')}…`;
}
