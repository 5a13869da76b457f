import type { RoomInfo } from '@roomtone/sdk';
import { ModerationForm } from '../../../app/rooms/moderation-form.tsx';
import { shownRoomName } from '../../../app/rooms/room-name.ts';
import { isolated } from '../../../strings/formats.ts';
import { strings } from '../../../strings.ts';
import { useRoomParts } from '../room-parts.ts';
import type { AboutParticipant } from './about-participant.ts';

/** Asks a participant to own the room. Once they have agreed, only they could undo that. */
export function TransferDialog({ participant, room, onClose }: AboutParticipant & { readonly room: RoomInfo }) {
  const { moderation } = useRoomParts();
  const words = strings.moderation;
  return (
    <ModerationForm
      title={words.transferTitle(isolated(shownRoomName(room.roomName)), participant.username)}
      description={words.transferWarning}
      act={words.transferAct}
      onAct={() => moderation.transfer(participant)}
      onClose={onClose}
    />
  );
}
