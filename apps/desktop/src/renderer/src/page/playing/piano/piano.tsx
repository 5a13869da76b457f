import { type KeyboardEvent, memo, type Ref, useRef } from 'react';
import { localNowUs, toLocalUs } from '../../../contract/local-time.ts';
import { strings } from '../../strings.ts';
import { countRender } from '../../ui/render-count.ts';
import { usePlayingParts } from '../playing-parts.ts';
import { computerKeyNotes } from './computer-keys.ts';
import { useKeyLabels } from './key-labels.ts';
import { revealing } from './keyboard-view.ts';
import { useKeyboardView } from './keyboard-view-store.ts';
import { lightOf, useLitKeys } from './lit-keys.ts';
import { useOctave } from './octave-store.ts';
import { keyOf, type PianoKey, pianoKeys } from './piano-keys.ts';
import './key-letters.css';
import './lit-keys.css';

const focusVelocity = 80;
/** The length of a note from a click without a pointer, ms; assistive technology makes such clicks. */
const clickMs = 350;

interface PianoProps {
  readonly ref: Ref<HTMLFieldSetElement>;
  readonly isGuest: boolean;
}

/**
 * The 88 keys. Pointer events are handled for the whole piano (pointer-playing.ts). For the keyboard focus the keys are
 * buttons: one tab stop, arrows move, Enter and space play.
 */
export const Piano = memo(function Piano({ ref, isGuest }: PianoProps) {
  countRender();
  const { performer } = usePlayingParts();
  const pressed = useRef<number>(undefined);
  const lift = (timeUs: number) => {
    if (pressed.current === undefined) return;
    performer.noteOff('piano-focus', pressed.current, timeUs);
    pressed.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const note = noteOf(event.target);
    if (note === undefined) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      focusKey(event.currentTarget, note + step);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (event.repeat) return;
      pressed.current = note;
      performer.noteOn('piano-focus', note, focusVelocity, toLocalUs(event.timeStamp));
    }
  };
  return (
    <fieldset
      ref={ref}
      className="piano"
      data-listening={isGuest ? '' : undefined}
      onKeyDown={onKeyDown}
      onKeyUp={(event) => lift(toLocalUs(event.timeStamp))}
      onBlur={() => lift(localNowUs())}
      onClick={(event) => {
        const note = noteOf(event.target);
        // Pointers have played already, and Enter and space are kept from clicking.
        if (event.detail !== 0 || note === undefined) return;
        performer.noteOn('piano-focus', note, focusVelocity, localNowUs());
        setTimeout(() => performer.noteOff('piano-focus', note, localNowUs()), clickMs);
      }}
    >
      <legend className="visually-hidden">{strings.room.piano}</legend>
      <div className="piano-keys">
        {pianoKeys.map((key) => (
          <Key key={key.note} pianoKey={key} />
        ))}
        <LitKeys />
        {!isGuest && <KeyLetters />}
      </div>
    </fieldset>
  );
});

const middleC = 60;

function Key({ pianoKey }: { readonly pianoKey: PianoKey }) {
  const { note, black, left, width, name } = pianoKey;
  return (
    <button
      type="button"
      className={black ? 'key black' : 'key white'}
      data-note={note}
      aria-label={name}
      tabIndex={note === middleC ? 0 : -1}
      style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
    >
      {note % 12 === 0 && <span>C{note / 12 - 1}</span>}
    </button>
  );
}

function noteOf(target: EventTarget): number | undefined {
  const key = target instanceof Element ? target.closest<HTMLElement>('[data-note]') : null;
  return key === null ? undefined : Number(key.dataset['note']);
}

/** Moves the single tab stop, and the focus, to another key. */
function focusKey(piano: HTMLElement, note: number): void {
  const key = keyOf(note);
  if (key === undefined) return;
  useKeyboardView.setState((view) => revealing(view, key));
  for (const before of piano.querySelectorAll<HTMLElement>('[data-note][tabindex="0"]')) before.tabIndex = -1;
  const next = piano.querySelector<HTMLElement>(`[data-note="${note}"]`);
  if (next === null) return;
  next.tabIndex = 0;
  next.focus();
}

/** Marks the keys of a scale or chord. */
function LitKeys() {
  const lit = useLitKeys();
  if (lit.shape === undefined) return null;
  return (
    <div className="lit-keys" aria-hidden="true">
      {pianoKeys.map(({ note, black, left, width }) => {
        const light = lightOf(note, lit);
        if (light === undefined) return null;
        const style = { left: `${left * 100}%`, width: `${width * 100}%` };
        return <span key={note} className={black ? 'black' : 'white'} data-light={light} style={style} />;
      })}
    </div>
  );
}

/** The letters of the computer's keyboard on the piano keys that they play. */
function KeyLetters() {
  const baseNote = useOctave((state) => state.baseNote);
  const labels = useKeyLabels();
  return (
    <div className="key-letters" aria-hidden="true">
      {computerKeyNotes(baseNote).map(({ code, note }) => {
        const key = keyOf(note);
        if (key === undefined) return null;
        return (
          <span
            key={code}
            className={key.black ? 'black' : 'white'}
            style={{ left: `${key.left * 100}%`, width: `${key.width * 100}%` }}
          >
            {labels[code]}
          </span>
        );
      })}
    </div>
  );
}
