import { useState } from 'react';
import { DurationField, durations } from '../../../app/rooms/duration-field.tsx';
import { ModerationForm } from '../../../app/rooms/moderation-form.tsx';
import { MuteScopeField, muteOf } from '../../../app/rooms/mute-scope-field.tsx';
import { strings } from '../../../strings.ts';
import { useRoomParts } from '../room-parts.ts';
import type { AboutParticipant } from './about-participant.ts';

/** Mutes a participant's chat, notes or both. */
export function MuteDialog({ participant, onClose }: AboutParticipant) {
  const { moderation } = useRoomParts();
  const [scope, setScope] = useState('both');
  const [seconds, setSeconds] = useState<number>(durations[0]);
  const words = strings.moderation;
  return (
    <ModerationForm
      title={words.muteTitle(participant.username)}
      description={words.muteHint}
      act={words.mute}
      onAct={() => moderation.mute(participant, muteOf(scope), seconds)}
      onClose={onClose}
    >
      <MuteScopeField value={scope} onChange={setScope} />
      <DurationField value={seconds} onChange={setSeconds} />
    </ModerationForm>
  );
}
