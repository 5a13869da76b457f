import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the start of a new screen, so that keyboard and screen reader users do not stay where the old link
 * was.
 */
export function useFocusOnNavigation(path: string): void {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [path]);
}
