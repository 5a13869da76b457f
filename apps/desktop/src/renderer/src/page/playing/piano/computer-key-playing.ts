import { midiController, midiStatus } from '@roomtone/protocol';
import { toLocalUs } from '../../../contract/local-time.ts';
import type { Performer } from '../../../contract/performer.ts';
import { baseNoteAfter, computerKeyVelocity, noteForCode, sustainCode } from './computer-keys.ts';
import { learnKeyLabel } from './key-labels.ts';
import { useOctave } from './octave-store.ts';
import { onReleasesLost } from './pointer-playing.ts';

/**
 * Plays notes from the computer's keyboard unless a field or dialog has the focus; Space is the sustain pedal. Returns
 * a function that stops it.
 */
export function playByComputerKeys(performer: Performer): () => void {
  /** The note that each pressed key started, because the octave may change before it is released. */
  const down = new Map<string, number>();
  let isPedalDown = false;
  /** True if Tab moved the focus: then Space presses the focused button. */
  let isTabbing = false;
  const pedal = (isDown: boolean, timeUs: number) => {
    isPedalDown = isDown;
    const data = Uint8Array.of(midiStatus.controlChange, midiController.sustain, isDown ? 127 : 0);
    performer.play('computer-keys', data, timeUs);
  };

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Tab') isTabbing = true;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.code === sustainCode && !(isTabbing && isControl(event.target))) {
      // Space also presses the button that was clicked last, and scrolls.
      event.preventDefault();
      if (!event.repeat) pedal(true, toLocalUs(event.timeStamp));
      return;
    }
    if (event.repeat) return;
    learnKeyLabel(event);
    const { baseNote } = useOctave.getState();
    const moved = baseNoteAfter(event.code, baseNote);
    if (moved !== undefined) {
      useOctave.setState({ baseNote: moved });
      return;
    }
    const note = noteForCode(event.code, baseNote);
    if (note === undefined || down.has(event.code)) return;
    // Some browsers open a quick search on a letter or an apostrophe.
    event.preventDefault();
    down.set(event.code, note);
    performer.noteOn('computer-keys', note, computerKeyVelocity, toLocalUs(event.timeStamp));
  };
  const lift = (event: KeyboardEvent) => {
    if (event.code === sustainCode && isPedalDown) {
      event.preventDefault();
      pedal(false, toLocalUs(event.timeStamp));
    }
    const note = down.get(event.code);
    if (note === undefined) return;
    down.delete(event.code);
    performer.noteOff('computer-keys', note, toLocalUs(event.timeStamp));
  };
  const releaseAll = onReleasesLost(() => {
    down.clear();
    isPedalDown = false;
    performer.release('computer-keys');
  });
  const point = () => {
    isTabbing = false;
  };

  window.addEventListener('keydown', press);
  window.addEventListener('keyup', lift);
  window.addEventListener('pointerdown', point, { capture: true });
  return () => {
    window.removeEventListener('keydown', press);
    window.removeEventListener('keyup', lift);
    window.removeEventListener('pointerdown', point, { capture: true });
    releaseAll();
    performer.release('computer-keys');
  };
}

/** Inputs without text, such as sliders, do not take letters. */
const typed =
  'input:not([type=range], [type=radio], [type=checkbox], [type=file]), textarea, select, [contenteditable], [role=menu]';

/** True where letters mean something else. A popover is no obstacle: an instrument is tried while it is chosen. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${typed}, [role=dialog]:not(.floating)`) !== null;
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, input, summary, [tabindex]') !== null;
}
