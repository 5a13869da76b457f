import { useParts } from '../../app-parts.ts';
import { asPlayed, useMix } from '../../performance/mix-store.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Slider } from '../../ui/slider.tsx';
import './mix.css';

/** How one hears somebody. */
export function PlayerMix({ number }: { readonly number: number }) {
  const { room } = useParts();
  const { volume, pan, muted, solo } = useMix((state) => state.players.get(number)) ?? asPlayed;
  const words = strings.mix;
  return (
    <>
      <Slider
        label={words.volume}
        min={0}
        max={1.5}
        step={0.01}
        neutral={1}
        value={volume}
        text={words.percent(volume)}
        onChange={(value) => room.hear(number, { volume: value })}
      />
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
