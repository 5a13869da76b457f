import { type RefObject, useEffect, useRef } from 'react';
import { foldPanel, type PanelName, useLayout } from './layout-store.ts';

interface Panel {
  readonly panel: RefObject<HTMLElement | null>;
  /** The button that folds it away: there the focus begins when it was unfolded by hand. */
  readonly closer: RefObject<HTMLButtonElement | null>;
}

/** A panel beside the stage or, on narrow screens, over it, where Escape folds it away. */
export function usePanel(name: PanelName): Panel {
  const panel = useRef<HTMLElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (useLayout.getState().moved === name) closer.current?.focus();
    const element = panel.current;
    const pressed = (event: KeyboardEvent) => {
      const isOver = element !== null && getComputedStyle(element).position === 'absolute';
      if (event.key === 'Escape' && isOver && !event.defaultPrevented) foldPanel(name);
    };
    element?.addEventListener('keydown', pressed);
    return () => element?.removeEventListener('keydown', pressed);
  }, [name]);
  return { panel, closer };
}
