import type { TimeAnchor } from './time-mapping.ts';

/** Page to click track. */
export type ClickMessage =
  /** How local time and frames belong together from now on. */
  | { readonly kind: 'time'; readonly anchor: TimeAnchor }
  /** How loud it clicks, 0 to 1. */
  | { readonly kind: 'gain'; readonly gain: number }
  /** BeatMessages arrive here, past the page. */
  | { readonly kind: 'beats-port'; readonly port: MessagePort };
