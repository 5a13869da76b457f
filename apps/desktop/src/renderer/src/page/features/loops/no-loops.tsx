import { Circle, Play } from 'lucide-react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { beatNames } from './beats.ts';
import { useLoopPlace } from './loop-place.ts';
import { RecordSettings } from './record-settings.tsx';
import { useMakeLoop } from './use-make-loop.ts';

/** Before the first loop: invites to begin with a beat, which plays at once. */
export function NoLoops() {
  const { denial } = useLoopPlace();
  const { makeBeat, record } = useMakeLoop();
  const words = strings.loops;
  if (denial !== undefined) return <EmptyState title={words.none} hint={words.denials[denial]} />;
  return (
    <div className="no-loops">
      <EmptyState title={words.first} hint={words.firstHint}>
        <Button kind="main" size="large" onClick={() => void makeBeat(0, 'easy')}>
          <Play />
          {words.playEasy}
        </Button>
        <Button size="large" onClick={() => record(0)}>
          <Circle />
          {words.recordFirst}
        </Button>
      </EmptyState>
      <p className="no-loops-more">
        <span className="muted">{words.otherBeats}</span>
        {beatNames.slice(1).map((name) => (
          <Button key={name} kind="quiet" onClick={() => void makeBeat(0, name)}>
            {words.beats[name]}
          </Button>
        ))}
      </p>
      <RecordSettings />
    </div>
  );
}
