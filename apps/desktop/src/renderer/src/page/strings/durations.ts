import { roomStrings } from '../room-strings.ts';
import { figure } from './formats.ts';

/** `28 ms`; `under 1 ms`. */
export function wholeMsText(ms: number): string {
  return ms < 0.5 ? roomStrings.timing.underMs : roomStrings.timing.ms({ ms: figure(ms) });
}

/** `28 ms`, `2.8 ms` */
export function msText(ms: number): string {
  return roomStrings.timing.ms({ ms: figure(ms, Math.abs(ms) < 10 ? 1 : 0) });
}
