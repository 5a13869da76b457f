import { type Context, use } from 'react';

/**
 * Reads a context that is provided once, around the whole app. Each folder names its own parts and reads them by a hook
 * of its own, so that no feature depends on another's.
 */
export function useRequiredContext<Parts>(context: Context<Parts | undefined>): Parts {
  const parts = use(context);
  if (parts === undefined) throw new Error('outside of the app');
  return parts;
}
