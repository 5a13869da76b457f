/**
 * Every bound that server and clients must agree on, in one place (docs/service-rules.md, docs/room-rules.md).
 * Lengths of text are in code points.
 */
export const limits = {
  username: { min: 3, max: 24 },
  email: { max: 254 },
  password: { min: 8, max: 128 },
  /** An uploaded picture, and what is made of it: a square of `sidePixels`. */
  avatar: { bytes: 5 * 1024 * 1024, pixels: 40_000_000, sidePixels: 256 },
  /** Failed logins in a row for one account, and for how long they lock its login. */
  loginLock: { failures: 10, lockMs: 60_000 },
  roomName: { min: 1, max: 64 },
  roomPassword: { min: 1, max: 128 },
  welcomeMessage: { max: 500 },
  chatMessage: { min: 1, max: 500 },
  instrument: { max: 32 },
  moderationReason: { max: 500 },
  maxUsers: { min: 1, default: 20, member: 50, pro: 500 },
  roomsOwned: { member: 10, pro: 50 },
  /** After so long without a join, a note, a chat message or an update a room is removed. */
  roomIdleDays: 90,
  /**
   * A room is marked this many days before it is removed, while it can be used as ever. Both are done only by a clock that
   * has been plausible for some hours of uptime: no more than `quietDays` after the newest activity of anything.
   */
  roomRemoval: { noticeDays: 7, uptimeHours: 6, quietDays: 30 },
  /** Expired sign-ins kept for each user, and expired bans for each room: the clock that says so may be wrong. */
  expiredKept: 50,
  /** A page beyond the last one is empty; `max` is what a number holds exactly. */
  page: { default: 1, max: Number.MAX_SAFE_INTEGER, limitDefault: 20, limitMax: 100 },
  bodyBytes: 64 * 1024,
  /** HTTP connections; those that became WebSockets have the bounds further down. */
  http: {
    /** Requests of one connection that have no whole answer yet; one more ends the connection. */
    requestsUnderWay: 16,
    /** Bytes of bodies that requests may hold while an earlier one of their connection is being answered. */
    waitingBodyBytes: 64 * 1024,
    /** Bytes held for all connections together, in either direction; beyond it the most stalled connections are closed. */
    heldBytes: 256 * 1024 * 1024,
    /** Connections of one client address; trusted proxies are exempt. */
    connectionsPerAddress: 2_048,
    /** A request's headers, and all of it, must have arrived within this time. */
    headersMs: 30_000,
    requestMs: 60_000,
    /** A connection that waits for its client is closed when no byte has moved for this long; one of a trusted proxy later. */
    stalledMs: 30_000,
    stalledProxyMs: 120_000,
    /** The pages group has this many times the general limit of requests a minute. */
    pagesFactor: 30,
  },
  /**
   * How long a request waits for the storage, how long the storage may answer nothing at all before the server ends, and
   * from when on the server says that it is not ready.
   */
  storage: { answerMs: 10_000, stalledMs: 30_000, unreadyMs: 1_000 },

  /** A client's message, its fragments together. */
  clientFrameBytes: 64 * 1024,
  serverFrameBytes: 1024 * 1024,
  midi: {
    eventsPerMessage: 256,
    maxOffsetUs: 1_000_000,
    eventsPerSecond: 2_000,
    eventBurst: 4_000,
    abusePerSecond: 20_000,
  },
  /** Beats a minute times 1000, beats in a bar, and how far ahead a metronome starts that is to start now. */
  metronome: { tempo: { min: 20_000, max: 400_000 }, beatsPerBar: { min: 1, max: 32 }, leadUs: 500_000 },
  /** The most that matched playout delays one's own sound, however slow somebody's way is. */
  commonDelayUs: 500_000,
  /** Figures up to here make sense; how often they are passed on, and how many at once in a room. */
  quality: { maxUs: 60_000_000, intervalMs: 2_000, reports: 32 },
  /** Rooms in one lobbyUpdate, the list at first included, and how often there is one at most. */
  lobby: { rooms: 200, intervalMs: 1_000 },
  /** How far a relayed startTime may lie from the service clock. */
  startTimeWindow: { pastUs: 10_000_000, futureUs: 2_000_000 },
  /** What a server is called; 48 characters fit a TXT record's string in whatever script. */
  serverName: { min: 1, max: 48 },
  roomId: { min: 16, max: 64 },
  /** A link that invites: characters in all, and addresses of the one server. */
  invitation: { characters: 1_000, servers: 4 },
  /** What is taken in of announcements on the local network, which anybody can make (RFC 6762). */
  discovery: {
    servers: 64,
    addressesPerServer: 8,
    recordsPerPacket: 64,
    txtStrings: 16,
    versionCharacters: 32,
  },
  chatHistory: { onJoin: 50, stored: 1_000 },
  /** A running server remembers for this long when bans and mutes ended by its own clock. */
  endedRestrictionsKeptDays: 400,
  chatFlood: { messages: 10, windowMs: 10_000 },
  /** With auto moderation a user says the same so many times within the window. */
  chatRepeats: { messages: 2, windowMs: 30_000 },
  /** Direct messages that may wait for one user. */
  directMessagesWaiting: 1_000,
  /** Without a note, chat or command for so long a user is away. */
  awayAfterMs: 10 * 60_000,
  /** Log lines that wait for a file or pipe that takes none, together; those beyond are dropped. */
  logBacklogBytes: 1024 * 1024,
  badFrames: { count: 20, windowMs: 10_000 },
  heartbeat: { intervalMs: 10_000, timeoutMs: 30_000 },
  ticketSeconds: 60,
  accessTokenSeconds: 900,
  refreshTokenSeconds: { remembered: 30 * 24 * 3600, otherwise: 24 * 3600 },
  /** For how long a connection without a socket can be resumed, and how much of its stream is kept for that. */
  resumeWindowMs: 30_000,
  resumeBuffer: { messages: 1_000, bytes: 256 * 1024 },
  /**
   * Bytes unsent to one reader: beyond `dropNotes` notes to it are dropped, beyond `close` it is closed (4429). Of a room's
   * notes no more than `gathered` wait for the end of a turn of the event loop.
   */
  backlog: { dropNotesBytes: 256 * 1024, closeBytes: 1024 * 1024, stalledMs: 10_000, gatheredBytes: 64 * 1024 },
} as const;
