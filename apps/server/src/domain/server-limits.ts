/** Limits that no client has to know. Those that clients and servers have to agree on are in the protocol package. */
export const serverLimits = {
  /**
   * Guests in one room: `ofAddress` from one address block, and `share` of the room's places in all, rounded down, but at least
   * one. All guests of one address block together may join rooms as often as `joins` says.
   */
  guests: { ofAddress: 10, share: 0.75, joins: { count: 60, windowMs: 10_000 } },
  /**
   * Hashing and checking passwords: how much runs `atOnce`, how much may wait, sign-ins apart from everything else, and how
   * much `each` user or guest address may cause within `windowMs`.
   */
  passwordWork: { atOnce: 2, waitingLogins: 128, waitingOthers: 32, each: 30, windowMs: 60_000 },
  /** Files shared in all rooms together, at most 40 kB each. */
  roomFiles: 512,
  /**
   * Mails: how many may wait, also for another try, how many are sent `atOnce`, after which times a failed one is tried again,
   * and how long the mail server may take for one step.
   */
  mail: { waiting: 200, atOnce: 2, retriesMs: [10_000, 60_000, 300_000, 900_000], timeoutMs: 20_000 },
  /** Connections at the same time, also those that may still be resumed; guests are also counted among those of an address. */
  connections: { ofUser: 20, ofAddress: 1_000, guestsOfAddress: 200 },
  /**
   * Joins of one room by one user, or from one guest address, that the others hear of at once. The news of further ones is held
   * back for `heldMs`.
   */
  joinNews: { count: 3, windowMs: 10_000, heldMs: 1_000 },
  /**
   * Where the internet is to reach the server, for each address outside its networks at which no signed-in user was within
   * `knownMs`: requests a minute by group, `signIns` being all of the authentication group together; TCP connections that are
   * no WebSocket; WebSockets, and those of guests. Lower settings win. So many addresses are `remembered` as known.
   */
  unknownAddresses: {
    requests: { general: 50, authentication: 5, signIns: 20, pages: 100 },
    httpConnections: 64,
    connections: 20,
    guests: 10,
    knownMs: 86_400_000,
    remembered: 10_000,
  },
  /**
   * PostgreSQL: how often a transaction is tried that others interfere with, how many writes share one, and how long a process
   * waits for another that is just ending to stop using the database.
   */
  postgres: { attempts: 10, writesTogether: 256, inUseMs: 3_000 },
} as const;
