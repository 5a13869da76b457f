import { type RefObject, useEffect, useRef } from 'react';
import { hidePanel, type PanelName, useLayout } from './layout-store.ts';

interface Panel {
  readonly panel: RefObject<HTMLElement | null>;
  /** The button that hides the panel. It gets the focus when the user showed the panel. */
  readonly hideButton: RefObject<HTMLButtonElement | null>;
}

/** A panel beside the stage or, on narrow screens, over it, where Escape hides it. */
export function usePanel(name: PanelName): Panel {
  const panel = useRef<HTMLElement>(null);
  const hideButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (useLayout.getState().lastToggled === name) hideButton.current?.focus();
    const element = panel.current;
    const handleKey = (event: KeyboardEvent) => {
      const isOver = element !== null && getComputedStyle(element).position === 'absolute';
      if (event.key === 'Escape' && isOver && !event.defaultPrevented) hidePanel(name);
    };
    element?.addEventListener('keydown', handleKey);
    return () => element?.removeEventListener('keydown', handleKey);
  }, [name]);
  return { panel, hideButton };
}
