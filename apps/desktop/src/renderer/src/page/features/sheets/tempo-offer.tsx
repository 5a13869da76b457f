import { useMutation } from '@tanstack/react-query';
import { Metronome } from 'lucide-react';
import { roomStrings } from '../../room-strings.ts';
import { Button } from '../../ui/button.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { notify } from '../../ui/toast-store.ts';
import { useSheet } from './sheet-store.ts';
import { sheetTempo } from './sheet-tempo.ts';

const words = roomStrings.sheets.tempoOffer;

type Setting = NonNullable<ReturnType<typeof sheetTempo>>;

interface TempoOfferProps {
  /** The metronome's setting. */
  readonly now: Setting;
  onTake(setting: Setting): Promise<void>;
}

/** Offers the tempo and the metre of the open sheet to a metronome that has others. */
export function TempoOffer({ now, onTake }: TempoOfferProps) {
  const setting = sheetTempo(useSheet((state) => state.sheet?.played));
  const taking = useMutation({ mutationFn: onTake, onError: (error) => notify(failureText(error)) });
  if (setting === undefined) return null;
  const { bpm, beatsPerBar } = setting;
  if (bpm === now.bpm && beatsPerBar === now.beatsPerBar) return null;
  return (
    <Button
      kind="quiet"
      busy={taking.isPending}
      aria-label={words.label({ bpm, beats: beatsPerBar })}
      onClick={() => taking.mutate(setting)}
    >
      <Metronome />
      <span className="pill-word">{words.take({ bpm })}</span>
    </Button>
  );
}
