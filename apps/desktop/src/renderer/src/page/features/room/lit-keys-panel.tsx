import { Lightbulb } from 'lucide-react';
import { type LitShape, litShapes, useLitKeys } from '../../playing/piano/lit-keys.ts';
import { roomStrings } from '../../room-strings.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Select } from '../../ui/select.tsx';

const words = roomStrings.keyboard.lit;
const nothing = { value: '', name: words.nothing };
const named = (shapes: object) =>
  // An object literal has these keys and no others.
  (Object.keys(shapes) as LitShape[]).map((value) => ({ value, name: words.shapes[value] }));
const shapes = [
  nothing,
  { name: words.scales, options: named(litShapes.scales) },
  { name: words.chords, options: named(litShapes.chords) },
];
const roots = words.roots.map((name, root) => ({ value: String(root), name }));

/** Lights the keys of a scale or chord on the user's own piano. */
export function LitKeysButton() {
  const { root, shape } = useLitKeys();
  return (
    <Popover
      label={words.title}
      isTitled
      side="top"
      align="end"
      className="lit-keys-panel"
      trigger={
        <IconButton label={words.title} aria-pressed={shape !== undefined}>
          <Lightbulb />
        </IconButton>
      }
    >
      <Select
        label={words.shape}
        value={shape ?? nothing.value}
        options={shapes}
        onChange={({ target }) =>
          useLitKeys.setState({ shape: target.value === nothing.value ? undefined : (target.value as LitShape) })
        }
      />
      <Select
        label={words.root}
        value={String(root)}
        options={roots}
        onChange={({ target }) => useLitKeys.setState({ root: Number(target.value) })}
      />
    </Popover>
  );
}
