import { Repeat2 } from 'lucide-react';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { countRender } from '../../ui/render-count.ts';
import { useLoops } from './loops-store.ts';

/** Opens and closes the loops; shows how many there are. */
export function LoopsButton() {
  countRender();
  const count = useLoops((state) => state.loops.size);
  const isOpen = useLoops((state) => state.isOpen);
  const isRecording = useLoops((state) => state.recording !== undefined);
  return (
    <Button
      className="pill loops-button"
      aria-expanded={isOpen}
      aria-label={strings.loops.open({ count })}
      data-recording={isRecording ? '' : undefined}
      onClick={() => useLoops.setState({ isOpen: !isOpen })}
    >
      <Repeat2 />
      <span className="pill-word">{strings.loops.title}</span>
      {count > 0 && <span className="loops-count">{count}</span>}
    </Button>
  );
}
