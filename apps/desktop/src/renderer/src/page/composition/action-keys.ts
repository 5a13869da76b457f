import { localNowUs, toLocalUs } from '../../contract/local-time.ts';
import { actionOfKey, type LearnedAction } from '../../contract/midi-learn.ts';
import { useReadingMode } from '../features/sheets/reading-mode/reading-mode-store.ts';
import { useSheet } from '../features/sheets/sheet-store.ts';
import { useLearned } from '../playing/input/midi-learn.ts';
import { isTyping } from '../playing/piano/computer-key-playing.ts';

/** There, these keys move something else. */
const ownKeys = '[role=menu], [role=slider], [role=tablist], .floating, .chat, .players, input, select';

/**
 * Does the actions of keys, also when the piano has the focus, whose arrows are its own otherwise. Returns a function that stops
 * it.
 */
export function actByKeys(act: (action: LearnedAction, timeUs: number) => void): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const { keys } = useLearned.getState();
    const isLearned = keys.some(({ code }) => code === event.code);
    const { isOn: isReading } = useReadingMode.getState();
    const isElsewhere = event.target instanceof Element && event.target.closest(ownKeys) !== null;
    // Without a sheet, and within lists, they scroll.
    if (!isLearned && (isElsewhere || useSheet.getState().sheet === undefined)) return;
    const action = actionOfKey(event.code, keys, isReading);
    if (action === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!event.repeat) act(action, event.timeStamp > 0 ? toLocalUs(event.timeStamp) : localNowUs());
  };
  window.addEventListener('keydown', press, { capture: true });
  return () => window.removeEventListener('keydown', press, { capture: true });
}
