import type { OwnershipOfferState, PlayoutMode, Transport } from '@roomtone/protocol';
import { isOfUser, type Mute, type Participant, type Turns } from '@roomtone/room';
import type { Requester } from '../delivery/recipient.ts';
import type { Outgoing } from '../sockets/codec.ts';
import type { Offer, OfferUser } from './ownership-offers.ts';
import type { RoomChange } from './room-change.ts';
import type { RoomChat } from './room-chat.ts';

/** The state that a change acts on. */
export interface ChangingRoom {
  readonly participants: ReadonlyMap<number, Participant>;
  readonly chat: Pick<RoomChat, 'sent' | 'remove'>;
  readonly ownership: {
    open(by: OfferUser, to: OfferUser): void;
    ended(offer: Offer, state: OwnershipOfferState): void;
  };
  readonly loops: { take(news: string, sender: number, requester?: Requester): void };
  readonly turns: { set(turns: Turns, sender: number, requester?: Requester): void };
  readonly time: { readonly playout: { adopt(mode: PlayoutMode): void } };
  setTransport(transport: Readonly<Transport>): void;
  mute(participant: Participant, mute: Mute | undefined, by: number): void;
  sendToAll(message: Outgoing, requester?: Requester): void;
}

/** Carries out a change for everybody who is connected to this process. @param requester gets the answer to a request. */
export function applyChange(room: ChangingRoom, change: RoomChange, serverTime: number, requester?: Requester): void {
  switch (change.kind) {
    case 'chat':
      room.chat.sent(change.message, change.sender, requester);
      break;
    case 'chatRemoved':
      room.chat.remove(change.messageId, change.by);
      break;
    case 'muted':
      for (const one of room.participants.values()) {
        if (isOfUser(one, change.userId)) room.mute(one, change.mute, change.by);
      }
      break;
    case 'transport': {
      const { transport, sender, news } = change;
      room.setTransport(transport);
      room.sendToAll({ kind: 'transport', body: { ...transport }, sender, serverTime }, requester);
      room.loops.take(news, sender);
      break;
    }
    case 'loops': {
      const { transport, sender, news } = change;
      if (transport !== undefined) {
        room.setTransport(transport);
        room.sendToAll({ kind: 'transport', body: { ...transport }, sender, serverTime });
      }
      room.loops.take(news, sender, requester);
      break;
    }
    case 'playout': {
      const { mode, sender } = change;
      room.time.playout.adopt(mode);
      room.sendToAll({ kind: 'playoutMode', body: mode, sender, serverTime }, requester);
      break;
    }
    case 'turns':
      room.turns.set(change.turns, change.sender, requester);
      break;
    case 'offered':
      room.ownership.open(change.by, change.to);
      break;
    case 'offerEnded':
      room.ownership.ended(change.offer, change.state);
  }
}
