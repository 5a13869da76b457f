import type { Room } from '@roomtone/protocol';
import { type Participant, type RoomState, readsChatOf, soundingNow } from '@roomtone/room';
import type { Clock } from '../../ports/clock.ts';
import type { Codec } from '../sockets/codec.ts';
import type { ChatHistory } from './chat-history.ts';
import type { HeldJoins } from './held-joins.ts';
import type { RoomTime } from './room-life.ts';
import type { RoomRecipients } from './room-recipients.ts';
import type { RoomTurns } from './room-turns.ts';

export interface RoomSnapshotsDeps {
  readonly clock: Pick<Clock, 'serviceUs'>;
  readonly codec: Pick<Codec, 'encode'>;
  readonly state: RoomState;
  readonly recipients: RoomRecipients;
  readonly heldJoins: Pick<HeldJoins, 'has'>;
  readonly history: ChatHistory;
  readonly time: RoomTime;
  readonly turns: RoomTurns;
  readonly describe: () => { readonly room: Room; readonly welcomeMessage: string };
}

/** Makes what somebody gets who is in a room again, or for the first time. */
export class RoomSnapshots {
  readonly #deps: RoomSnapshotsDeps;

  constructor(deps: RoomSnapshotsDeps) {
    this.#deps = deps;
  }

  /** The snapshot for one participant: a roomJoined frame. */
  for(participant: Participant): Uint8Array {
    const { clock, codec, state, recipients, heldJoins, history, time, describe } = this.#deps;
    // Notes played so far are part of the snapshot, so they are sent before it.
    recipients.notes.flush();
    const known = [...state.participants.values()].filter(
      ({ number }) => number === participant.number || !heldJoins.has(number),
    );
    const body = {
      ...describe(),
      participants: known.map(({ info }) => info),
      self: participant.number,
      chat: history.messages.filter((message) => readsChatOf(state, participant, message.userId)),
      transport: { ...time.transport },
      sounding: soundingNow(state),
      noteNumbers: known.map(({ number }) => recipients.notes.noteNumberOf(number)),
    };
    return codec.encode({ kind: 'roomJoined', body, serverTime: clock.serviceUs() });
  }

  /** Messages for a newcomer besides the snapshot. */
  besides(): Uint8Array[] {
    const { clock, codec, time, turns } = this.#deps;
    const { mode } = time.playout;
    const frames: Uint8Array[] = [];
    const isModeSet = mode.matched || mode.intervalBars > 0;
    if (isModeSet) frames.push(codec.encode({ kind: 'playoutMode', body: mode, serverTime: clock.serviceUs() }));
    if (turns.areTaken) frames.push(codec.encode(turns.message()));
    return frames;
  }
}
