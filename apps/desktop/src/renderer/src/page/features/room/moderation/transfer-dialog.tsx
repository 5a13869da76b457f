import type { Room } from '@roomtone/protocol';
import { shownRoomName } from '../../../app/rooms/room-name.ts';
import { isolated } from '../../../strings/formats.ts';
import { strings } from '../../../strings.ts';
import { useRoomParts } from '../room-parts.ts';
import type { AboutParticipant } from './about-participant.ts';
import { OrderForm } from './order-form.tsx';

/** Hands the room over: only the new owner could undo it. */
export function TransferDialog({ participant, room, onClose }: AboutParticipant & { readonly room: Room }) {
  const { order } = useRoomParts();
  const words = strings.order;
  return (
    <OrderForm
      title={words.transferTitle(isolated(shownRoomName(room.roomName)), participant.username)}
      description={words.transferWarning}
      act={words.transfer}
      onAct={() => order.transfer(participant)}
      onClose={onClose}
    />
  );
}
