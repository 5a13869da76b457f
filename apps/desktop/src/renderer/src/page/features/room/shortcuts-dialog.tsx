import { useKeyLabels } from '../../playing/piano/key-labels.ts';
import { useOctave } from '../../playing/piano/octave-store.ts';
import { strings } from '../../strings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import './shortcuts.css';

const whiteCodes = ['KeyA', 'KeyS', 'KeyD', 'KeyF', 'KeyG', 'KeyH', 'KeyJ', 'KeyK', 'KeyL'];
const blackCodes = ['KeyW', 'KeyE', 'KeyT', 'KeyY', 'KeyU', 'KeyO', 'KeyP'];

/** Every key that does something in a room, with the letters of the user's own keyboard. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const labels = useKeyLabels();
  const baseNote = useOctave((state) => state.baseNote);
  const words = strings.shortcuts;
  const letters = (codes: readonly string[]) => codes.map((code) => labels[code] ?? code);
  const shortcuts = [
    [letters(whiteCodes), words.white(`C${baseNote / 12 - 1}`)],
    [letters(blackCodes), words.black],
    [letters(['KeyZ', 'KeyX']), words.octave],
    [[words.space], words.sustain],
    [['Enter'], words.send],
    [['Esc'], words.back],
    [['←', '→'], words.focus],
    [['?'], words.list],
  ] as const;
  return (
    <Dialog title={words.title} onClose={onClose}>
      <dl className="shortcuts">
        {shortcuts.map(([keys, about]) => (
          <div key={about}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
