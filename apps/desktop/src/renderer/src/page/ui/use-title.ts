import { useEffect } from 'react';
import { appName } from '../strings.ts';

/** Sets the document's title while the screen is shown. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    document.title = `${title} · ${appName}`;
    return () => {
      document.title = appName;
    };
  }, [title]);
}
