import { useEffect } from 'react';
import { strings } from '../strings.ts';

/** Names the browser's tab after a screen while it is there. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    document.title = `${title} · ${strings.name}`;
    return () => {
      document.title = strings.name;
    };
  }, [title]);
}
