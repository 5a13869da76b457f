import { useEffect, useRef } from 'react';

/** Whoever goes to another screen by keyboard or ear begins at its beginning, not where the last one's link was. */
export function useFocusOnArrival(path: string): void {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [path]);
}
