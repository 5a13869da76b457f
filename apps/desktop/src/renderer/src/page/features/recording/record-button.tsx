import { Circle, Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { clockText } from '../../ui/clock-text.ts';
import { useRecordingParts } from './recording-parts.ts';
import { useRecording } from './recording-store.ts';

const tickMs = 250;

/** Starts and stops a recording. */
export function RecordButton() {
  const { recorder } = useRecordingParts();
  const sinceMs = useRecording((state) => state.sinceMs);
  if (sinceMs === undefined) {
    return (
      <Button className="record" aria-label={strings.recording.record} onClick={() => recorder.start()}>
        <Circle />
        <span className="pill-word">{strings.recording.record}</span>
      </Button>
    );
  }
  return (
    <Button className="record" data-recording onClick={() => void recorder.stop()}>
      <Square />
      <span className="visually-hidden">{strings.recording.stop}</span>
      <Elapsed sinceMs={sinceMs} />
    </Button>
  );
}

/** Written without rendering, because a passing second changes nothing else. */
function Elapsed({ sinceMs }: { readonly sinceMs: number }) {
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = () => {
      if (element.current !== null) element.current.textContent = clockText(Date.now() - sinceMs);
    };
    write();
    const timer = setInterval(write, tickMs);
    return () => clearInterval(timer);
  }, [sinceMs]);
  return <span ref={element} className="record-time" aria-hidden="true" />;
}
