/** Limits that no client has to know. Those that clients and servers have to agree on are in the protocol package. */
export const serverLimits = {
  /**
   * Guests in one room: `ofAddress` from one address block, and `share` of the room's places in all, rounded down, but at least
   * one.
   */
  guests: { ofAddress: 10, share: 0.75 },
} as const;
