/** Limits of a room that no client has to know. Those that clients and servers have to agree on are in the protocol package. */
export const roomLimits = {
  /** Guests: so many of one address block, and this share of the places in all, rounded down, but at least one. */
  guests: { ofAddress: 10, share: 0.75 },
  /** While others wait, a turn ends when nothing has been played for so long. */
  silentTurnMs: 60_000,
} as const;
