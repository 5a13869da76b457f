import { useRef } from 'react';
import { type Taps, tap, tappedBpm } from '../../playing/metronome/tap-tempo.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';

/** Tells the tempo that is tapped on it, from the third tap on. */
export function TapButton({ onTempo }: { readonly onTempo: (bpm: number) => void }) {
  const taps = useRef<Taps>([]);
  const take = (atMs: number) => {
    taps.current = tap(taps.current, atMs);
    const bpm = tappedBpm(taps.current);
    if (bpm !== undefined && taps.current.length > 2) onTempo(bpm);
  };
  return (
    <Button
      size="large"
      className="tap"
      title={strings.metronome.tapHint}
      // When the finger lands, not when it lifts; from the keyboard there is only the click.
      onPointerDown={(event) => take(event.timeStamp)}
      onClick={(event) => {
        if (event.detail === 0) take(event.timeStamp);
      }}
    >
      {strings.metronome.tap}
    </Button>
  );
}
