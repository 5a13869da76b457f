import type { CloseReason, Room } from '@roomtone/sdk';
import { explain } from '../explain.ts';

/** The end of listening: a message for the user, and the program's exit status. */
export interface End {
  readonly words: string;
  readonly exitCode: number;
}

/**
 * Resolves when there is nothing more to hear: the program was interrupted, the time is up, the connection is closed
 * for good, or the last player has left. Guests are not players. If nobody has played yet, it waits.
 * @param options.alone true to stay when the last player has left.
 */
export function untilOver(
  room: Pick<Room, 'on' | 'participants' | 'self' | 'state'>,
  signal: AbortSignal,
  seconds: number | undefined,
  { alone = false } = {},
): Promise<End> {
  return new Promise((resolve) => {
    const unsubscribe: (() => void)[] = [];
    const timer = seconds === undefined ? undefined : setTimeout(() => end('The time is up.'), seconds * 1_000);
    const end = (words: string, exitCode = 0) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupted);
      for (const each of unsubscribe) each();
      resolve({ words, exitCode });
    };
    const interrupted = () => end('Stopped.');
    const players = () =>
      [...room.participants.values()].filter(
        ({ guest, participantId }) => !guest && participantId !== room.self.participantId,
      ).length;

    if (signal.aborted) return end('Stopped.');
    signal.addEventListener('abort', interrupted);
    let hadPlayers = players() > 0;
    unsubscribe.push(
      room.on('participantJoined', () => {
        hadPlayers ||= players() > 0;
      }),
      room.on('participantLeft', () => {
        if (!alone && hadPlayers && players() === 0) end('The last player has left.');
      }),
      ...(['joined', 'resumed', 'resynced'] as const).map((event) =>
        room.on(event, () => {
          if (!alone && hadPlayers && players() === 0) end('The last player has left.');
          hadPlayers ||= players() > 0;
        }),
      ),
      room.on('state', (state) => {
        if (state.status === 'closed') end(closedWords(state.reason), state.reason.kind === 'roomClosed' ? 0 : 1);
      }),
    );
  });
}

function closedWords(reason: CloseReason): string {
  switch (reason.kind) {
    case 'left':
      return 'You left the room.';
    case 'sessionEnded':
      return 'The account was signed out.';
    case 'forcedSignOut':
      return 'An admin signed this account out.';
    case 'takenOver':
      return 'Another connection took over.';
    case 'kicked':
    case 'banned':
      return `A moderator removed us from the room. ${reason.note}`.trim();
    case 'roomClosed':
      return 'The room was closed.';
    case 'refused':
    case 'failed':
      return explain(reason.error);
  }
}
