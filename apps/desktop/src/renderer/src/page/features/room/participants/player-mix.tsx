import { asPlayed, useMix } from '../../../playing/sound/mix-store.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Slider } from '../../../ui/slider.tsx';
import { useRoomParts } from '../room-parts.ts';
import { VolumeSlider } from './volume-slider.tsx';
import './mix.css';

/** How one hears somebody. */
export function PlayerMix({ number }: { readonly number: number }) {
  const { room } = useRoomParts();
  const { volume, pan, muted, solo } = useMix((state) => state.players.get(number)) ?? asPlayed;
  const words = strings.mix;
  return (
    <>
      <VolumeSlider volume={volume} onChange={(chosen) => room.hear(number, { volume: chosen })} />
      <Slider
        label={words.pan}
        min={-1}
        max={1}
        step={0.01}
        neutral={0}
        value={pan}
        text={words.side(pan)}
        onChange={(value) => room.hear(number, { pan: value })}
      />
      <p className="mix-toggles">
        <Button aria-pressed={muted} onClick={() => room.hear(number, { muted: !muted })}>
          {words.mute}
        </Button>
        <Button aria-pressed={solo} onClick={() => room.hear(number, { solo: !solo })}>
          {words.solo}
        </Button>
      </p>
      <p className="muted">{words.hint}</p>
    </>
  );
}
