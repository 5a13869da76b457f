import { useParts } from '../../app-parts.ts';
import { asPlayed, useMix } from '../../performance/mix-store.ts';
import { strings } from '../../strings.ts';
import { Slider } from '../../ui/slider.tsx';
import './mix.css';

interface PlayerMixProps {
  readonly number: number;
  readonly name: string;
}

export function playerMixId(number: number): string {
  return `player-mix-${number}`;
}

/** How one hears somebody: opens from their row's menu. */
export function PlayerMix({ number, name }: PlayerMixProps) {
  const { room } = useParts();
  const { volume, pan, muted, solo } = useMix((state) => state.players.get(number)) ?? asPlayed;
  const words = strings.mix;
  return (
    <section id={playerMixId(number)} className="popover mix" popover="auto" aria-label={words.title(name)}>
      <h2 className="panel-title">{words.title(name)}</h2>
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
        <button
          type="button"
          className="button"
          aria-pressed={muted}
          onClick={() => room.hear(number, { muted: !muted })}
        >
          {words.mute}
        </button>
        <button type="button" className="button" aria-pressed={solo} onClick={() => room.hear(number, { solo: !solo })}>
          {words.solo}
        </button>
      </p>
      <p className="muted">{words.hint}</p>
    </section>
  );
}
