import type { ModerationCommand } from '@roomtone/protocol';
import { type CallOptions, callOptions } from '../call-options.ts';
import type { Requests } from '../connection/requests.ts';
import { checkKeys } from '../known-keys.ts';

/** The person it applies to: a user on all connections, or one participant, which is the only way to name a guest. */
export type ModerationTarget = { readonly userId: string } | { readonly participantId: number };

export interface KickOptions extends CallOptions {
  /** A message to the person concerned, up to 500 characters. */
  readonly reason?: string;
}

export interface BanOptions extends KickOptions {
  /** How long, in s; 0 or absent: until it is undone. */
  readonly seconds?: number;
}

export interface MuteOptions extends BanOptions {
  /** The rights that the mute takes away; by default both. */
  readonly chat?: boolean;
  readonly notes?: boolean;
}

/**
 * Moderation of the room, for its owner, moderators and admins; for others all calls but
 * `answerOwnership()` reject with AUTHORIZATION_ERROR.
 * Each call resolves when the server has carried it out.
 */
export class Moderation {
  readonly #requests: Requests;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /** Removes a participant from the room; they may come back immediately. */
  kick(target: ModerationTarget, options: KickOptions = {}): Promise<void> {
    return this.#tell({ kick: {} }, target, options, 'kick()');
  }

  /** Removes a participant and keeps them out. */
  ban(target: ModerationTarget, options: BanOptions = {}): Promise<void> {
    return this.#tell({ ban: { seconds: options.seconds ?? 0 } }, target, options, 'ban()', 'seconds');
  }

  /** Ends a ban; a guest is named by the id they had as a participant. */
  unban(target: ModerationTarget, options: CallOptions = {}): Promise<void> {
    return this.#tell({ unban: {} }, target, options, 'unban()');
  }

  /** Takes away chat, notes or both; leaving and coming back does not end it. */
  mute(target: ModerationTarget, options: MuteOptions = {}): Promise<void> {
    const { chat = true, notes = true, seconds = 0 } = options;
    return this.#tell({ mute: { chat, notes, seconds } }, target, options, 'mute()', 'seconds chat notes');
  }

  unmute(target: ModerationTarget, options: CallOptions = {}): Promise<void> {
    return this.#tell({ unmute: {} }, target, options, 'unmute()');
  }

  /**
   * Asks another participant to own the room; owner only. They have 30 s to answer. Resolves when they have been asked;
   * `ownershipOffer` reports the outcome.
   */
  transferOwner(target: ModerationTarget, options: CallOptions = {}): Promise<void> {
    return this.#tell({ transferOwner: {} }, target, options, 'transferOwner()');
  }

  /** Makes a user a moderator of this room, or ends that; owner only. */
  setModerator(target: ModerationTarget, moderator: boolean, options: CallOptions = {}): Promise<void> {
    return this.#tell({ setModerator: { moderator } }, target, options, 'setModerator()');
  }

  /**
   * Answers the open offer of the room's ownership to this user. Rejects with RESOURCE_NOT_FOUND if there is none, and with
   * AUTHORIZATION_ERROR if this user may not own the room.
   */
  answerOwnership(accept: boolean, options: CallOptions = {}): Promise<void> {
    return this.#requests.tell({ kind: 'userCommand', body: { answerOwnership: { accept } } }, options);
  }

  deleteChat(messageId: string, options: CallOptions = {}): Promise<void> {
    return this.#requests.tell({ kind: 'moderationCommand', body: { deleteChat: { messageId }, reason: '' } }, options);
  }

  async #tell(
    act: Partial<ModerationCommand>,
    target: ModerationTarget,
    options: KickOptions,
    call: string,
    more = '',
  ): Promise<void> {
    checkKeys(target, 'userId participantId', `the target of ${call}`);
    checkKeys(options, `reason ${callOptions} ${more}`, call);
    const { reason = '', signal, timeoutMs } = options;
    const whom = 'userId' in target ? { userId: target.userId } : { participant: target.participantId };
    await this.#requests.tell({ kind: 'moderationCommand', body: { ...act, ...whom, reason } }, { signal, timeoutMs });
  }
}
