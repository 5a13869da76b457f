import { type Context, use } from 'react';

/**
 * What screens act through is given once, around the app, by whoever puts the app together. Each folder names its parts and
 * asks for them by a hook of its own, so that a feature knows no other feature's.
 */
export function useGiven<Parts>(context: Context<Parts | undefined>): Parts {
  const parts = use(context);
  if (parts === undefined) throw new Error('outside of the app');
  return parts;
}
