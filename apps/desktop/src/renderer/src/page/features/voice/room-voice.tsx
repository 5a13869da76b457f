import { type ReactNode, useEffect, useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { usePlayingParts } from '../../playing/playing-parts.ts';
import { VoiceController, type VoiceRoom } from './voice-controller.ts';
import { VoiceContext } from './voice-parts.ts';

interface RoomVoiceProps {
  readonly room: VoiceRoom;
  /** Applies the mix of the notes again. */
  readonly applyMix: () => void;
  readonly children: ReactNode;
}

/** The voices of a room, while its screen is open. */
export function RoomVoice({ room: { isJoined, isTalkedIn, denial }, applyMix, children }: RoomVoiceProps) {
  const { client } = useParts();
  const { stage } = usePlayingParts();
  const [voice] = useState(() => new VoiceController({ client, stage, applyMix }));
  useEffect(() => voice.start(), [voice]);
  useEffect(() => voice.follow({ isJoined, isTalkedIn, denial }), [voice, isJoined, isTalkedIn, denial]);
  return <VoiceContext value={voice}>{children}</VoiceContext>;
}
