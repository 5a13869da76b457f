import type { Participant } from '@roomtone/protocol';
import type { ModerationTarget } from '@roomtone/sdk';
import type { QueryClient } from '@tanstack/react-query';
import type { WorkerClient } from '../../../app/worker-client.ts';
import { strings } from '../../../strings.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { notify, notifyUndoable } from '../../../ui/toast-store.ts';
import { bansKey } from './use-bans.ts';

/** What a mute takes. */
export interface MuteScope {
  readonly chat: boolean;
  readonly notes: boolean;
}

/** Moderates the room one is in, for those who may. What can be undone offers that. */
export class ModerationController {
  readonly #client: WorkerClient;
  readonly #queries: QueryClient;

  constructor(client: WorkerClient, queries: QueryClient) {
    this.#client = client;
    this.#queries = queries;
  }

  /** @throws {CallError} */
  async kick(participant: Participant, reason: string): Promise<void> {
    await this.#client.call('moderate', { act: 'kick', target: targetOf(participant), reason });
    notify(strings.moderation.kicked(participant.username));
  }

  /** @param seconds 0: until undone. @throws {CallError} */
  async ban(participant: Participant, seconds: number, reason: string): Promise<void> {
    const target = targetOf(participant);
    await this.#client.call('moderate', { act: 'ban', target, seconds, reason });
    this.#bansChanged();
    notifyUndoable(
      strings.moderation.banned(participant.username),
      () => void this.unban(target, participant.username),
    );
  }

  /** Says itself how it went. */
  async unban(target: ModerationTarget, name: string): Promise<void> {
    try {
      await this.#client.call('moderate', { act: 'unban', target });
      notify(strings.moderation.unbanned(name));
    } catch (error) {
      notify(failureText(error));
    }
    this.#bansChanged();
  }

  /** @param seconds 0: until undone. @throws {CallError} */
  async mute(participant: Participant, scope: MuteScope, seconds: number): Promise<void> {
    await this.#client.call('moderate', { act: 'mute', target: targetOf(participant), ...scope, seconds });
    notifyUndoable(strings.moderation.muted(participant.username), () => void this.unmute(participant));
  }

  /** Says itself how it went. */
  async unmute(participant: Participant): Promise<void> {
    try {
      await this.#client.call('moderate', { act: 'unmute', target: targetOf(participant) });
      notify(strings.moderation.unmuted(participant.username));
    } catch (error) {
      notify(failureText(error));
    }
  }

  /** Hands the room over. @throws {CallError} */
  async transfer(participant: Participant): Promise<void> {
    await this.#client.call('moderate', { act: 'transferOwner', target: targetOf(participant) });
    notify(strings.moderation.transferred(participant.username));
  }

  #bansChanged(): void {
    void this.#queries.invalidateQueries({ queryKey: bansKey });
  }
}

/** A user is meant with every connection; a guest has but the one. */
function targetOf({ guest, number, userId }: Participant): ModerationTarget {
  return guest ? { participant: number } : { userId };
}
