import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { PointerEvent } from 'react';
import { strings } from '../../strings.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { centred, panned, spanOf, wholeKeyboard } from './keyboard-view.ts';
import { useKeyboardView } from './keyboard-view-store.ts';
import { pianoKeys } from './piano-keys.ts';
import './piano-map.css';

const blackKeys = pianoKeys.filter(({ black }) => black);

/** Above a part of the keyboard: a map of all 88 keys, which moves the part, and arrows that move it by an octave. */
export function PianoMap() {
  const view = useKeyboardView();
  const words = strings.keyboard;
  if (spanOf(view) === spanOf(wholeKeyboard)) return null;
  const follow = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    useKeyboardView.setState(centred(view, (event.clientX - box.left) / box.width));
  };
  return (
    <div className="piano-map">
      <IconButton
        label={words.lower}
        disabled={view.left === 0}
        onClick={() => useKeyboardView.setState(panned(view, -1))}
      >
        <ChevronLeft />
      </IconButton>
      {/* The arrows do the same for keyboards and screen readers. */}
      <div
        className="piano-map-keys"
        aria-hidden="true"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
        }}
      >
        <svg viewBox="0 0 1 1" preserveAspectRatio="none" role="presentation">
          {blackKeys.map(({ note, left, width }) => (
            <rect key={note} x={left} width={width} height={0.6} />
          ))}
        </svg>
        <i style={{ left: `${view.left * 100}%`, width: `${view.width * 100}%` }} />
      </div>
      <IconButton
        label={words.higher}
        disabled={view.left + view.width > 0.999}
        onClick={() => useKeyboardView.setState(panned(view, 1))}
      >
        <ChevronRight />
      </IconButton>
    </div>
  );
}
