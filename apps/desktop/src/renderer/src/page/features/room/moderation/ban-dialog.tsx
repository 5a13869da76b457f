import { useState } from 'react';
import { DurationField, durations } from '../../../app/rooms/duration-field.tsx';
import { ModerationForm } from '../../../app/rooms/moderation-form.tsx';
import { ReasonField } from '../../../app/rooms/reason-field.tsx';
import { strings } from '../../../strings.ts';
import { useRoomParts } from '../room-parts.ts';
import type { AboutParticipant } from './about-participant.ts';

export function BanDialog({ participant, onClose }: AboutParticipant) {
  const { moderation } = useRoomParts();
  const [seconds, setSeconds] = useState<number>(durations[1]);
  const [reason, setReason] = useState('');
  const words = strings.moderation;
  return (
    <ModerationForm
      title={words.banTitle(participant.username)}
      description={participant.guest ? words.banGuestHint : words.banHint}
      act={words.ban}
      onAct={() => moderation.ban(participant, seconds, reason)}
      onClose={onClose}
    >
      <DurationField value={seconds} onChange={setSeconds} />
      <ReasonField value={reason} onChange={setReason} />
    </ModerationForm>
  );
}
