import { type PointerEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { roomStrings } from '../../room-strings.ts';
import { strings } from '../../strings.ts';
import { countRender } from '../../ui/render-count.ts';
import { useKeyLabels } from '../piano/key-labels.ts';
import { fitKeyboard, useKeyboardView } from '../piano/keyboard-view-store.ts';
import { PedalButton } from '../piano/pedal-button.tsx';
import { Piano } from '../piano/piano.tsx';
import { pianoKeys } from '../piano/piano-keys.ts';
import { playByPointer } from '../piano/pointer-playing.ts';
import { chosenVelocity, useTouch } from '../piano/touch-store.ts';
import { usePlayingParts } from '../playing-parts.ts';
import './stage.css';
import { ChevronLeft, ChevronRight, Lock, LockOpen } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { centred, panned, spanOf, wholeKeyboard, zoomed } from '../piano/keyboard-view.ts';
import '../piano/piano-map.css';

const octaves = pianoKeys.filter((key) => key.note % 12 === 0);

interface StageViewProps {
  /** True if the user may only listen. */
  readonly isGuest: boolean;
  /** Shown on top of the rising notes. */
  readonly children: ReactNode;
}

/** The notes that rise above the piano. React only creates the elements; the Stage draws everything that moves. */
export function StageView({ isGuest, children }: StageViewProps) {
  countRender();
  const { stage, performer } = usePlayingParts();
  const element = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const piano = useRef<HTMLFieldSetElement>(null);
  // Before the first paint, so that a key pressed right after it is heard.
  useLayoutEffect(() => {
    if (element.current === null || canvas.current === null || piano.current === null) return;
    const detach = stage.attach(element.current, canvas.current, piano.current);
    fitKeyboard(piano.current.clientWidth);
    stage.setView(useKeyboardView.getState());
    const fitting = new ResizeObserver(([entry]) => fitKeyboard(entry?.contentRect.width ?? 0));
    fitting.observe(piano.current);
    const stopFollowing = useKeyboardView.subscribe((view) => stage.setView(view));
    const stopMoving = moveByWheel(piano.current);
    const stopPlaying = playByPointer(piano.current, performer, useKeyboardView.getState, chosenVelocity);
    return () => {
      stopPlaying();
      stopMoving();
      stopFollowing();
      fitting.disconnect();
      detach();
    };
  }, [stage, performer]);
  return (
    <main className="stage" ref={element} aria-label={strings.room.stage}>
      <div className="stage-air lit-ground">
        <div className="stage-lines" aria-hidden="true">
          {octaves.map((key) => (
            <i key={key.note} style={{ '--at': key.left }} />
          ))}
        </div>
        <div className="stage-quiet">
          <p className="stage-quiet-title">{strings.room.quiet}</p>
          {isGuest ? (
            <p>{strings.room.quietGuestHint}</p>
          ) : (
            <>
              <p className="with-keys">
                <KeysHint />
              </p>
              <p className="with-touch">{strings.room.quietTouchHint}</p>
            </>
          )}
        </div>
        <canvas ref={canvas} />
        <section className="now-sounding" data-now-sounding="" aria-label={strings.room.nowSounding}>
          <p className="chord">
            <span data-chord="root" />
            <span data-chord="quality" />
            <span data-chord="bass" />
          </p>
          <p className="muted" data-chord="pitches" />
          <ul data-who="" />
        </section>
        {children}
      </div>
      <PianoMap isGuest={isGuest} />
      <Piano ref={piano} isGuest={isGuest} />
    </main>
  );
}

function KeysHint() {
  const labels = useKeyLabels();
  return strings.room.quietHint({ first: labels['KeyA'] ?? 'A', last: labels['KeyL'] ?? 'L' });
}

/** Wheel or trackpad movement for one step, CSS px. */
const stepPx = 80;

/**
 * Moves the keyboard by wheel or trackpad: sideways by octaves; with Ctrl, which a pinch sends too, it zooms. Returns a
 * function that stops it.
 */
function moveByWheel(piano: HTMLElement): () => void {
  let [sideways, nearer] = [0, 0];
  const turn = (event: WheelEvent) => {
    event.preventDefault();
    if (useTouch.getState().isLocked) return;
    if (event.ctrlKey) {
      nearer -= event.deltaY;
      if (Math.abs(nearer) < stepPx / 2) return;
      const box = piano.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width;
      useKeyboardView.setState((view) => ({
        ...zoomed(view, nearer > 0 ? 1 : -1, view.left + x * view.width),
        isChosen: true,
      }));
      nearer = 0;
      return;
    }
    sideways += Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY;
    const octaves = Math.trunc(sideways / stepPx);
    if (octaves === 0) return;
    sideways -= octaves * stepPx;
    useKeyboardView.setState((view) => panned(view, octaves));
  };
  piano.addEventListener('wheel', turn, { passive: false });
  return () => piano.removeEventListener('wheel', turn);
}

const blackKeys = pianoKeys.filter(({ black }) => black);

/** Above a part of the keyboard: a map of all 88 keys, which moves the part, and arrows that move it by an octave. */
function PianoMap({ isGuest }: Pick<StageViewProps, 'isGuest'>) {
  const view = useKeyboardView();
  const isLocked = useTouch((state) => state.isLocked);
  const words = roomStrings.keyboard;
  if (spanOf(view) === spanOf(wholeKeyboard)) return null;
  const follow = (event: PointerEvent<HTMLElement>) => {
    if (isLocked) return;
    const box = event.currentTarget.getBoundingClientRect();
    useKeyboardView.setState(centred(view, (event.clientX - box.left) / box.width));
  };
  return (
    <div className="piano-map">
      {!isGuest && <PedalButton />}
      <IconButton
        label={words.lower}
        disabled={isLocked || view.left === 0}
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
        disabled={isLocked || view.left + view.width > 0.999}
        onClick={() => useKeyboardView.setState(panned(view, 1))}
      >
        <ChevronRight />
      </IconButton>
      <IconButton
        className="piano-map-lock"
        label={isLocked ? roomStrings.touch.unlock : roomStrings.touch.lock}
        aria-pressed={isLocked}
        onClick={() => useTouch.setState({ isLocked: !isLocked })}
      >
        {isLocked ? <Lock /> : <LockOpen />}
      </IconButton>
    </div>
  );
}
