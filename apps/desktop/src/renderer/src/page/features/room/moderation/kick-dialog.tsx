import { useState } from 'react';
import { strings } from '../../../strings.ts';
import { useRoomParts } from '../room-parts.ts';
import type { AboutParticipant } from './about-participant.ts';
import { ModerationForm } from './moderation-form.tsx';
import { ReasonField } from './reason-field.tsx';

/** Puts somebody out who may come back at once. */
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
