import { useState } from 'react';
import { ModerationForm } from '../../../app/rooms/moderation-form.tsx';
import { ReasonField } from '../../../app/rooms/reason-field.tsx';
import { strings } from '../../../strings.ts';
import { useRoomParts } from '../room-parts.ts';
import type { AboutParticipant } from './about-participant.ts';

/** Removes a participant, who may join again immediately. */
export function KickDialog({ participant, onClose }: AboutParticipant) {
  const { moderation } = useRoomParts();
  const [reason, setReason] = useState('');
  const words = strings.moderation;
  return (
    <ModerationForm
      title={words.kickTitle(participant.username)}
      description={words.kickHint}
      act={words.kick}
      onAct={() => moderation.kick(participant, reason)}
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} />
    </ModerationForm>
  );
}
