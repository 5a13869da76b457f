import { limits } from '@roomtone/protocol';
import { useState } from 'react';
import { strings } from '../../strings.ts';

interface TempoFieldProps {
  readonly bpm: number;
  readonly onSet: (bpm: number) => void;
}

/** The tempo as a large number that can be edited. Enter or leaving the field sets it. */
export function TempoField({ bpm, onSet }: TempoFieldProps) {
  const [draft, setDraft] = useState<string>();
  const { min, max } = limits.metronome.tempo;
  const commit = () => {
    setDraft(undefined);
    const typed = Number(draft);
    if (draft !== undefined && draft.trim() !== '' && Number.isFinite(typed) && typed !== bpm) onSet(typed);
  };
  return (
    <label className="tempo-field">
      <input
        type="number"
        aria-label={strings.metronome.tempo}
        min={min / 1000}
        max={max / 1000}
        value={draft ?? Math.round(bpm * 10) / 10}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
      <span className="muted">{strings.metronome.bpm}</span>
    </label>
  );
}
