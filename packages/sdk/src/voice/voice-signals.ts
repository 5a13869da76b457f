import type { Members, VoiceParameters } from '@roomtone/protocol';
import type { Room } from '../room/room.ts';

/** The server's side of the voices, and where it is reached. */
export type VoiceOffer = Members['voiceOffer'];

/** The way to the server on which voices are arranged. */
export interface VoiceSignals {
  /** Asks for the server's side. @throws {RoomtoneError} with reason voice where the server carries no voices. */
  offer(): Promise<VoiceOffer>;
  answer(own: VoiceParameters): Promise<void>;
  end(): Promise<void>;
  /** Tells the room whether this participant talks. @throws {RoomtoneError} with reason may_talk or muted. */
  setTalking(isTalking: boolean): Promise<void>;
}

/** For programs whose room is in a worker, and whose voices are in the page. Others have `voiceOf()` of `@roomtone/sdk/voice`. */
export function voiceSignals(room: Room): VoiceSignals {
  const { requests } = room.extend(() => {});
  return {
    async offer() {
      const answer = await requests.ask({ kind: 'voiceRequest', body: { end: false } });
      if (answer.kind !== 'voiceOffer') throw new Error(`The server has answered with ${answer.kind}.`);
      return answer.body;
    },
    answer: (own) => requests.tell({ kind: 'voiceAnswer', body: own }),
    end: () => requests.tell({ kind: 'voiceRequest', body: { end: true } }),
    setTalking: (talking) => room.setPlayer({ talking }),
  };
}
