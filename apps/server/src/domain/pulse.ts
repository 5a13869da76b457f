/** How much is being played in a room: 0 nothing, 1 a little, 2 more, 3 a lot (room rules R11.6). */
export type PulseLevel = 0 | 1 | 2 | 3;

/** Notes a second from which on a level is reached. */
const [more, aLot] = [3, 9] as const;

/** The level of so many notes within a time. */
export function pulseLevel(notes: number, withinMs: number): PulseLevel {
  if (notes <= 0) return 0;
  const perSecond = (notes * 1_000) / withinMs;
  if (perSecond >= aLot) return 3;
  return perSecond >= more ? 2 : 1;
}
