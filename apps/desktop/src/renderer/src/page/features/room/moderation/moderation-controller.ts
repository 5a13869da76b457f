import type { ModerationTarget, Participant } from '@roomtone/sdk';
import type { QueryClient } from '@tanstack/react-query';
import type { TurnCommand } from '../../../../contract/messages.ts';
import type { WorkerClient } from '../../../app/worker-client.ts';
import { strings } from '../../../strings.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { notify, notifyUndoable } from '../../../ui/toast-store.ts';
import { bansKey } from './use-bans.ts';

export interface MuteScope {
  readonly chat: boolean;
  readonly notes: boolean;
}

/** Moderates the current room. Actions that can be undone offer an undo. */
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
    notify(strings.moderation.kicked({ name: participant.displayName }));
  }

  /** @param seconds 0: until undone. @throws {CallError} */
  async ban(participant: Participant, seconds: number, reason: string): Promise<void> {
    const target = targetOf(participant);
    await this.#client.call('moderate', { act: 'ban', target, seconds, reason });
    this.#bansChanged();
    notifyUndoable(
      strings.moderation.banned({ name: participant.displayName }),
      () => void this.unban(target, participant.displayName),
    );
  }

  /** Shows a message with the result. */
  async unban(target: ModerationTarget, name: string): Promise<void> {
    try {
      await this.#client.call('moderate', { act: 'unban', target });
      notify(strings.moderation.unbanned({ name }));
    } catch (error) {
      notify(failureText(error));
    }
    this.#bansChanged();
  }

  /** @param seconds 0: until undone. @throws {CallError} */
  async mute(participant: Participant, scope: MuteScope, seconds: number): Promise<void> {
    await this.#client.call('moderate', { act: 'mute', target: targetOf(participant), ...scope, seconds });
    notifyUndoable(strings.moderation.muted({ name: participant.displayName }), () => void this.unmute(participant));
  }

  /** Shows a message with the result. */
  async unmute(participant: Participant): Promise<void> {
    try {
      await this.#client.call('moderate', { act: 'unmute', target: targetOf(participant) });
      notify(strings.moderation.unmuted({ name: participant.displayName }));
    } catch (error) {
      notify(failureText(error));
    }
  }

  /** Makes somebody a moderator of the room, or ends that. Shows a message with the result. */
  async setModerator(participant: Participant, moderator: boolean): Promise<void> {
    const { isModerator, isNoModerator } = strings.moderation;
    try {
      await this.#client.call('moderate', { act: 'setModerator', target: targetOf(participant), moderator });
      notify((moderator ? isModerator : isNoModerator)({ name: participant.displayName }));
    } catch (error) {
      notify(failureText(error));
    }
  }

  /** Puts somebody on the list of named players, or takes them off it. Shows a message with the result. */
  async namePlayer(participant: Participant, named: boolean): Promise<void> {
    const { isPlayer, isNoPlayer } = strings.turns;
    try {
      await this.#client.call('moderate', { act: 'namePlayer', target: targetOf(participant), named });
      notify((named ? isPlayer : isNoPlayer)({ name: participant.displayName }));
    } catch (error) {
      notify(failureText(error));
    }
  }

  /** Takes a turn, passes it on, or moves and skips others. Shows a message if that fails. */
  async takeTurns(command: TurnCommand): Promise<void> {
    try {
      await this.#client.call('takeTurns', command);
    } catch (error) {
      notify(failureText(error));
    }
  }

  /** Asks a participant to own the room. @throws {CallError} */
  async transfer(participant: Participant): Promise<void> {
    await this.#client.call('moderate', { act: 'transferOwner', target: targetOf(participant) });
  }

  /** Answers the open offer of the room's ownership. Shows a message if that fails. */
  async answerOwnership(accept: boolean): Promise<void> {
    try {
      await this.#client.call('moderate', { act: 'answerOwnership', accept });
    } catch (error) {
      notify(failureText(error));
    }
  }

  #bansChanged(): void {
    void this.#queries.invalidateQueries({ queryKey: bansKey });
  }
}

/** A user is targeted on all connections; a guest has only one. */
function targetOf({ guest, participantId, userId }: Participant): ModerationTarget {
  return guest ? { participantId } : { userId };
}
