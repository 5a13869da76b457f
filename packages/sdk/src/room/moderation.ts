import type { ModerationCommand } from '@roomtone/protocol';
import type { Requests } from '../connection/requests.ts';

/** The person it applies to: a user on all connections, or one participant, which is the only way to name a guest. */
export type ModerationTarget = { readonly userId: string } | { readonly participant: number };

/** How long, in s; 0 or absent: until it is undone. */
export interface ForSeconds {
  readonly seconds?: number;
}

/**
 * Moderation of the room, for its owner, moderators and admins; for others the calls reject with AUTHORIZATION_ERROR.
 * Each call resolves when the server has carried it out. `reason` is a message to the person concerned, up to 500
 * characters.
 */
export class Moderation {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** Removes a participant from the room; they may come back immediately. */
  kick(target: ModerationTarget, reason = ''): Promise<void> {
    return this.#tell({ kick: {}, ...target, reason });
  }

  /** Removes a participant and keeps them out. */
  ban(target: ModerationTarget, { seconds = 0, reason = '' }: ForSeconds & { readonly reason?: string } = {}) {
    return this.#tell({ ban: { seconds }, ...target, reason });
  }

  /** Ends a ban; a guest is named by the participant number they had. */
  unban(target: ModerationTarget): Promise<void> {
    return this.#tell({ unban: {}, ...target, reason: '' });
  }

  /** Takes away chat, notes or, by default, both; leaving and coming back does not end it. */
  mute(
    target: ModerationTarget,
    options: ForSeconds & { readonly chat?: boolean; readonly notes?: boolean; readonly reason?: string } = {},
  ): Promise<void> {
    const { chat = true, notes = true, seconds = 0, reason = '' } = options;
    return this.#tell({ mute: { chat, notes, seconds }, ...target, reason });
  }

  unmute(target: ModerationTarget): Promise<void> {
    return this.#tell({ unmute: {}, ...target, reason: '' });
  }

  /** Makes another participant the room's owner; owner only. */
  transferOwner(target: ModerationTarget): Promise<void> {
    return this.#tell({ transferOwner: {}, ...target, reason: '' });
  }

  deleteChat(messageId: string): Promise<void> {
    return this.#tell({ deleteChat: { messageId }, reason: '' });
  }

  #tell(body: ModerationCommand): Promise<void> {
    return this.#requests.tell({ kind: 'moderationCommand', body });
  }
}
