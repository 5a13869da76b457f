import type { TimeAnchor } from './time-mapping.ts';

/** From the page to the click track. */
export type ClickMessage =
  /** The current mapping of local time to frames. */
  | { readonly kind: 'time'; readonly anchor: TimeAnchor }
  /** The volume of the click, 0 to 1. */
  | { readonly kind: 'gain'; readonly gain: number }
  /** The port for BeatMessages, which bypass the page. */
  | { readonly kind: 'beats-port'; readonly port: MessagePort };
