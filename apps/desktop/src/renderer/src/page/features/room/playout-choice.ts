import type { PlayoutMode, PlayoutStyle } from '@roomtone/sdk';

/**
 * Ways to hear others. `auto` and `quick` are each user's choice; `matched` applies to the whole room and overrides
 * them.
 */
export const playoutChoices = ['auto', 'quick', 'matched'] as const;
export type PlayoutChoice = (typeof playoutChoices)[number];

/** The choice in effect. */
export function playoutChoice(mode: PlayoutMode, style: PlayoutStyle): PlayoutChoice {
  if (mode.matched) return 'matched';
  return style === 'quick' ? 'quick' : 'auto';
}

/** True if the user may choose this. Only the room's moderators start and end matched playout. */
export function mayChoose(choice: PlayoutChoice, mode: PlayoutMode, maySetTime: boolean): boolean {
  return maySetTime || (choice !== 'matched' && !mode.matched);
}
