import type { RoomInfo } from '@roomtone/sdk';
import { shownRoomName } from '../../../app/rooms/room-name.ts';
import { isolated } from '../../../strings/formats.ts';
import { strings } from '../../../strings.ts';
import { useRoomParts } from '../room-parts.ts';
import type { AboutParticipant } from './about-participant.ts';
import { ModerationForm } from './moderation-form.tsx';

/** Transfers the room. Only the new owner could undo that. */
export function TransferDialog({ participant, room, onClose }: AboutParticipant & { readonly room: RoomInfo }) {
  const { moderation } = useRoomParts();
  const words = strings.moderation;
  return (
    <ModerationForm
      title={words.transferTitle(isolated(shownRoomName(room.roomName)), participant.username)}
      description={words.transferWarning}
      act={words.transfer}
      onAct={() => moderation.transfer(participant)}
      onClose={onClose}
    />
  );
}
