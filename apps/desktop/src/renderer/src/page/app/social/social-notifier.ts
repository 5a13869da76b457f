import type { Notice } from '@roomtone/sdk';
import type { QueryClient } from '@tanstack/react-query';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { notify, notifyWithAction } from '../../ui/toast-store.ts';
import { useAccount, userIdOf } from '../identity/account-store.ts';
import { useConversations } from './conversation-store.ts';
import type { Messenger } from './messenger.ts';
import { removeSentRequests } from './sent-request-store.ts';
import { refreshFriends, updatePresence } from './use-friends.ts';

interface Parts {
  readonly queries: QueryClient;
  readonly messenger: Messenger;
  /** Shows a system notification if the window is not in front. */
  readonly notifyElsewhere: (title: string, body: string) => void;
  /** Accepts a friend request. */
  readonly accept: (userId: string) => void;
  /** Begins an answer to somebody's message. @param name their username. */
  readonly reply: (name: string) => void;
  /** True if the user wants notifications. */
  readonly wantsNotifications: () => boolean;
}

/** Handles notifications about friends: updates the data, and shows a message if it is not on screen already. */
export class SocialNotifier {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  receive(notice: Notice): void {
    const { queries, messenger } = this.#parts;
    switch (notice.kind) {
      case 'friendRequest':
        void refreshFriends(queries);
        this.#notify(
          strings.friends.requestFrom({ name: isolated(notice.displayName) }),
          '',
          strings.friends.accept,
          () => this.#parts.accept(notice.userId),
        );
        break;
      case 'friendAccepted':
        removeSentRequests(userIdOf(useAccount.getState()) ?? '', new Set([notice.userId]));
        void refreshFriends(queries);
        this.#notify(strings.friends.acceptedBy({ name: isolated(notice.displayName) }), '');
        break;
      case 'presence':
        updatePresence(queries, notice);
        break;
      case 'directMessage':
        messenger.receive(notice);
        if (useConversations.getState().openWith !== notice.userId || !document.hasFocus()) {
          this.#notify(
            strings.friends.wrote({ name: isolated(notice.displayName) }),
            notice.message,
            strings.messages.reply,
            () => this.#parts.reply(notice.username),
          );
        }
        break;
    }
  }

  #notify(title: string, body: string, label?: string, act?: () => void): void {
    if (!this.#parts.wantsNotifications()) return;
    const text = body === '' ? title : `${title}: ${isolated(shortened(body))}`;
    if (label === undefined || act === undefined) notify(text);
    else notifyWithAction(text, label, act);
    this.#parts.notifyElsewhere(title, body);
  }
}

const shownCharacters = 80;

function shortened(text: string): string {
  const characters = [...text.replaceAll('\n', ' ')];
  if (characters.length <= shownCharacters) return characters.join('');
  return `${characters.slice(0, shownCharacters - 1).join('')}…`;
}
