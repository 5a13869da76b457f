import { ZoomIn, ZoomOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { type KeyboardView, zoomed } from '../../playing/piano/keyboard-view.ts';
import { useKeyboardView } from '../../playing/piano/keyboard-view-store.ts';
import { strings } from '../../strings.ts';
import { IconButton } from '../../ui/icon-button.tsx';

/** Changes how many keys are shown. */
export function KeyboardSpan() {
  const view = useKeyboardView();
  const words = strings.keyboard;
  return (
    <fieldset className="status-item keyboard-span">
      <legend className="visually-hidden">{words.view}</legend>
      <Zoom label={words.fewer} icon={<ZoomIn />} to={zoomed(view, 1)} from={view} />
      <Zoom label={words.more} icon={<ZoomOut />} to={zoomed(view, -1)} from={view} />
    </fieldset>
  );
}

interface ZoomProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly from: KeyboardView;
  readonly to: KeyboardView;
}

function Zoom({ label, icon, from, to }: ZoomProps) {
  const isUnchanged = from.left === to.left && from.width === to.width;
  return (
    <IconButton
      label={label}
      disabled={isUnchanged}
      onClick={() => useKeyboardView.setState({ ...to, isChosen: true })}
    >
      {icon}
    </IconButton>
  );
}
