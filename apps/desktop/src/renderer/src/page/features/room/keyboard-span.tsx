import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { type KeyboardView, panned, spanOf, wholeKeyboard, zoomed } from '../../playing/piano/keyboard-view.ts';
import { useKeyboardView } from '../../playing/piano/keyboard-view-store.ts';
import { strings } from '../../strings.ts';
import { IconButton } from '../../ui/icon-button.tsx';

/** Changes how many keys are shown, and which. */
export function KeyboardSpan() {
  const view = useKeyboardView();
  const words = strings.keyboard;
  const isWhole = spanOf(view) === spanOf(wholeKeyboard);
  return (
    <fieldset className="status-item keyboard-span">
      <legend className="visually-hidden">{words.view}</legend>
      {!isWhole && <Move label={words.lower} icon={<ChevronLeft />} to={panned(view, -1)} from={view} />}
      <Move label={words.fewer} icon={<ZoomIn />} to={zoomed(view, 1)} from={view} />
      <Move label={words.more} icon={<ZoomOut />} to={zoomed(view, -1)} from={view} />
      {!isWhole && <Move label={words.higher} icon={<ChevronRight />} to={panned(view, 1)} from={view} />}
    </fieldset>
  );
}

interface MoveProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly from: KeyboardView;
  readonly to: KeyboardView;
}

function Move({ label, icon, from, to }: MoveProps) {
  const isUnchanged = from.left === to.left && from.width === to.width;
  return (
    <IconButton label={label} disabled={isUnchanged} onClick={() => useKeyboardView.setState(to)}>
      {icon}
    </IconButton>
  );
}
