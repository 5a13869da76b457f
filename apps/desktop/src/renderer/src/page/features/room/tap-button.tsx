import { useRef } from 'react';
import { type Taps, tap, tappedBpm } from '../../playing/metronome/tap-tempo.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';

/** Reports the tapped tempo from the third tap on. */
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
      // Measured at pointerdown, which is when the finger lands. The keyboard has only click.
      onPointerDown={(event) => take(event.timeStamp)}
      onClick={(event) => {
        if (event.detail === 0) take(event.timeStamp);
      }}
    >
      {strings.metronome.tap}
    </Button>
  );
}
