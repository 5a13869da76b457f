import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { strings } from '../../strings.ts';
import { countRender } from '../../ui/render-count.ts';
import { useKeyLabels } from '../piano/key-labels.ts';
import { fitKeyboard, useKeyboardView } from '../piano/keyboard-view-store.ts';
import { moveByWheel } from '../piano/keyboard-wheel.ts';
import { Piano } from '../piano/piano.tsx';
import { pianoKeys } from '../piano/piano-keys.ts';
import { PianoMap } from '../piano/piano-map.tsx';
import { playByPointer } from '../piano/pointer-playing.ts';
import { usePlayingParts } from '../playing-parts.ts';
import './stage.css';

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
    const stopPlaying = playByPointer(piano.current, performer, useKeyboardView.getState);
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
      <PianoMap />
      <Piano ref={piano} isGuest={isGuest} />
    </main>
  );
}

function KeysHint() {
  const labels = useKeyLabels();
  return strings.room.quietHint(labels['KeyA'] ?? 'A', labels['KeyL'] ?? 'L');
}
