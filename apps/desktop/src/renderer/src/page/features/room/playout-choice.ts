import type { PlayoutMode, PlayoutStyle } from '@roomtone/sdk';

/**
 * Ways to hear others. `auto` and `quick` are each user's choice; `matched` and `interval` apply to the whole room and
 * override them.
 */
export const playoutChoices = ['auto', 'quick', 'matched', 'interval'] as const;
export type PlayoutChoice = (typeof playoutChoices)[number];

/** The lengths of an interval to choose from, in bars. */
export const intervalLengths = [1, 2, 4, 8, 16] as const;
export const usualIntervalBars = 4;

const ofRoom: readonly PlayoutChoice[] = ['matched', 'interval'];

/** The choice in effect. */
export function playoutChoice(mode: PlayoutMode, style: PlayoutStyle): PlayoutChoice {
  if (mode.matched) return 'matched';
  if (mode.intervalBars > 0) return 'interval';
  return style === 'quick' ? 'quick' : 'auto';
}

/** True if the user may choose this. Only the room's moderators start and end what applies to the room. */
export function mayChoose(choice: PlayoutChoice, mode: PlayoutMode, maySetTime: boolean): boolean {
  return maySetTime || !(ofRoom.includes(choice) || ofRoom.includes(playoutChoice(mode, 'steady')));
}
