import { defaultPlayerMix, useMix } from '../../../playing/sound/mix-store.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Slider } from '../../../ui/slider.tsx';
import { useRoomParts } from '../room-parts.ts';
import { VolumeSlider } from './volume-slider.tsx';
import './mix.css';

/** Volume and other settings that change how a player sounds here. */
export function PlayerMix({ number }: { readonly number: number }) {
  const { room } = useRoomParts();
  const { volume, pan, muted, solo } = useMix((state) => state.players.get(number)) ?? defaultPlayerMix;
  const words = strings.mix;
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
        text={words.side(pan)}
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
      <p className="muted">{words.hint}</p>
    </>
  );
}
