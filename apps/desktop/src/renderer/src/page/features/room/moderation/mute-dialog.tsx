import { useState } from 'react';
import { strings } from '../../../strings.ts';
import { Select } from '../../../ui/select.tsx';
import { useRoomParts } from '../room-parts.ts';
import type { AboutParticipant } from './about-participant.ts';
import { DurationField, durations } from './duration-field.tsx';
import { ModerationForm } from './moderation-form.tsx';

const scopes = ['both', 'chat', 'notes'] as const;

/** Mutes a participant's chat, notes or both. */
export function MuteDialog({ participant, onClose }: AboutParticipant) {
  const { moderation } = useRoomParts();
  const [scope, setScope] = useState<string>('both');
  const [seconds, setSeconds] = useState<number>(durations[0]);
  const words = strings.moderation;
  return (
    <ModerationForm
      title={words.muteTitle(participant.username)}
      description={words.muteHint}
      act={words.mute}
      onAct={() => moderation.mute(participant, { chat: scope !== 'notes', notes: scope !== 'chat' }, seconds)}
      onClose={onClose}
    >
      <Select
        label={words.scope}
        value={scope}
        options={scopes.map((value) => ({ value, name: words.scopes[value] }))}
        onChange={(event) => setScope(event.currentTarget.value)}
      />
      <DurationField value={seconds} onChange={setSeconds} />
    </ModerationForm>
  );
}
