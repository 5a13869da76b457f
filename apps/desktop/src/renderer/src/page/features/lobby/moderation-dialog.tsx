import type { RoomUser } from '@roomtone/sdk';
import { useState } from 'react';
import { DurationField, durations } from '../../app/rooms/duration-field.tsx';
import { ModerationForm } from '../../app/rooms/moderation-form.tsx';
import { MuteScopeField, muteOf } from '../../app/rooms/mute-scope-field.tsx';
import { ReasonField } from '../../app/rooms/reason-field.tsx';
import { strings } from '../../strings.ts';
import { useModerateRoom } from './moderate-room.ts';

export type ModerationKind = 'kick' | 'ban' | 'mute';

interface ModerationDialogProps {
  readonly kind: ModerationKind;
  readonly user: RoomUser;
  readonly roomId: string;
  readonly onClose: () => void;
}

/** Asks what a moderation of somebody in the room needs to know. */
export function ModerationDialog({ kind, user, roomId, onClose }: ModerationDialogProps) {
  const moderate = useModerateRoom(roomId);
  const [reason, setReason] = useState('');
  const [scope, setScope] = useState('both');
  const [seconds, setSeconds] = useState<number>(kind === 'ban' ? durations[1] : durations[0]);
  const words = strings.moderation;
  const guest = user.userId === '';
  const texts = {
    kick: { title: words.kickTitle(user.username), hint: words.kickHint },
    ban: { title: words.banTitle(user.username), hint: guest ? words.banGuestHint : words.banHint },
    mute: { title: words.muteTitle(user.username), hint: words.muteHint },
  }[kind];
  const act = () => {
    if (kind === 'kick') return moderate.kick(user, reason);
    if (kind === 'ban') return moderate.ban(user, seconds, reason);
    return moderate.mute(user, { ...muteOf(scope), seconds });
  };
  return (
    <ModerationForm title={texts.title} description={texts.hint} act={words[kind]} onAct={act} onClose={onClose}>
      {kind === 'mute' && <MuteScopeField value={scope} onChange={setScope} />}
      {kind !== 'kick' && <DurationField value={seconds} onChange={setSeconds} />}
      {kind !== 'mute' && <ReasonField value={reason} onChange={setReason} />}
    </ModerationForm>
  );
}
