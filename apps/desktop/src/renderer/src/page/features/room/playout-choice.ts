import type { PlayoutMode } from '@roomtone/protocol';
import type { PlayoutStyle } from '@roomtone/sdk';

/** How others are heard: `auto` and `quick` are one's own affair, `matched` is the whole room's and goes before them. */
export const playoutChoices = ['auto', 'quick', 'matched'] as const;
export type PlayoutChoice = (typeof playoutChoices)[number];

/** What holds now. */
export function playoutChoice(mode: PlayoutMode, style: PlayoutStyle): PlayoutChoice {
  if (mode.matched) return 'matched';
  return style === 'quick' ? 'quick' : 'auto';
}

/** Whether one may choose this: matched playout is for the room's moderators to begin and to end. */
export function mayChoose(choice: PlayoutChoice, mode: PlayoutMode, maySetTime: boolean): boolean {
  return maySetTime || (choice !== 'matched' && !mode.matched);
}
