import { History, Save } from 'lucide-react';
import { useState } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { useRecordingParts } from './recording-parts.ts';
import { useRecording } from './recording-store.ts';

/** Offers to save what was played in the last minutes. */
export function LastMinutes() {
  const { recorder, recordings } = useRecordingParts();
  const isFailing = useRecording((state) => state.isFailing);
  const saved = useRecording((state) => state.saved);
  const [isSaving, setSaving] = useState(false);
  const words = strings.recording;
  const save = () => {
    setSaving(true);
    recorder
      .saveLast()
      .catch(() => useRecording.setState({ isFailing: true }))
      .finally(() => setSaving(false));
  };
  let line: string = words.notSaved;
  if (saved !== undefined) line = saved === '' ? words.nothingPlayed : words.savedAs({ name: saved });
  if (isFailing) line = words.failing;
  return (
    <section className="last-minutes" aria-label={words.lastMinutes}>
      <div className="last-minutes-head">
        <h2>{words.lastMinutes}</h2>
        <History />
      </div>
      <p className={isFailing ? 'field-error' : 'muted'} role="status">
        {line}
      </p>
      <div className="last-minutes-actions">
        <Button busy={isSaving} onClick={save}>
          <Save />
          {words.save}
        </Button>
        <Button kind="quiet" onClick={() => void recordings.open()}>
          {words.recordings}
        </Button>
      </div>
    </section>
  );
}
