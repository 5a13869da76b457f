import { defaultPlayerMix, useMix } from '../../../playing/sound/mix-store.ts';
import { defaultVoiceMix, setVoiceMix, useVoice } from '../../../playing/voice/voice-store.ts';
import { roomStrings } from '../../../room-strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Slider } from '../../../ui/slider.tsx';
import { useRoomParts } from '../room-parts.ts';
import { useRoom } from '../room-store.ts';
import { VolumeSlider } from './volume-slider.tsx';
import './mix.css';

/** Volume and other settings that change how a player sounds here. */
export function PlayerMix({ number }: { readonly number: number }) {
  const { room } = useRoomParts();
  const { volume, pan, muted, solo } = useMix((state) => state.players.get(number)) ?? defaultPlayerMix;
  const words = roomStrings.mix;
  return (
    <>
      <VolumeSlider volume={volume} onChange={(chosen) => room.setPlayerMix(number, { volume: chosen })} />
      <Slider
        label={words.pan}
        min={-1}
        max={1}
        step={0.01}
        neutral={0}
        value={pan}
        text={sideText(pan)}
        onChange={(value) => room.setPlayerMix(number, { pan: value })}
      />
      <p className="mix-toggles">
        <Button aria-pressed={muted} onClick={() => room.setPlayerMix(number, { muted: !muted })}>
          {words.mute}
        </Button>
        <Button aria-pressed={solo} onClick={() => room.setPlayerMix(number, { solo: !solo })}>
          {words.solo}
        </Button>
      </p>
      <VoiceMix number={number} />
      <p className="muted">{words.hint}</p>
    </>
  );
}

/** How the voice of somebody sounds here whose microphone is connected. */
function VoiceMix({ number }: { readonly number: number }) {
  const { volume, muted } = useVoice((state) => state.mixes.get(number)) ?? defaultVoiceMix;
  const talks = useRoom(({ participants }) =>
    participants.some(({ participantId, talking }) => talking && participantId === number),
  );
  const words = roomStrings.voice;
  if (!talks) return null;
  return (
    <>
      <Slider
        label={words.volume}
        min={0}
        max={1}
        step={0.01}
        neutral={1}
        value={volume}
        text={words.percent({ part: volume })}
        onChange={(value) => setVoiceMix(number, { volume: value })}
      />
      <p className="mix-toggles">
        <Button aria-pressed={muted} onClick={() => setVoiceMix(number, { muted: !muted })}>
          {words.mute}
        </Button>
      </p>
    </>
  );
}

function sideText(pan: number): string {
  const words = roomStrings.mix;
  const share = Math.abs(pan);
  if (share < 0.01) return words.center;
  return pan < 0 ? words.left({ share }) : words.right({ share });
}
