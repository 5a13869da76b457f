import type { ModerationCommand } from '@roomtone/protocol';
import type { Requests } from '../link/requests.ts';

/** Whom it concerns: a user, on every connection, or one participant, which is the way to name a guest. */
export type ModerationTarget = { readonly userId: string } | { readonly participant: number };

/** For how long, s; left out or 0: until undone. */
export interface ForSeconds {
  readonly seconds?: number;
}

/**
 * Keeping order in the room: for its owner, moderators and admins; others get AUTHORIZATION_ERROR. Each resolves when the
 * server has done it. `reason` is words for whom it concerns, up to 500 characters.
 */
export class Moderation {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** Puts out; they may come back at once. */
  kick(target: ModerationTarget, reason = ''): Promise<void> {
    return this.#tell({ kick: {}, ...target, reason });
  }

  /** Puts out and keeps out. */
  ban(target: ModerationTarget, { seconds = 0, reason = '' }: ForSeconds & { readonly reason?: string } = {}) {
    return this.#tell({ ban: { seconds }, ...target, reason });
  }

  /** Ends a ban; a guest's is named by the participant number they had. */
  unban(target: ModerationTarget): Promise<void> {
    return this.#tell({ unban: {}, ...target, reason: '' });
  }

  /** Takes chat, notes or, unless told otherwise, both; it outlasts leaving and coming back. */
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

  /** Hands the room over; its owner only. */
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
