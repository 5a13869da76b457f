/**
 * Every limit that server and clients have to agree on (docs/service-rules.md, docs/room-rules.md). Text lengths are
 * in code points.
 */
export const limits = {
  username: { min: 3, max: 24 },
  /** In graphemes; one of them can have many code points. */
  displayName: { min: 1, max: 40, codePoints: 200 },
  email: { max: 254 },
  password: { min: 8, max: 128 },
  /** A common word with no more than this many digits and signs around it is a common password. */
  passwordDecoration: 6,
  /** An uploaded picture; the server turns it into a square of `sidePixels`. */
  avatar: { bytes: 5 * 1024 * 1024, pixels: 40_000_000, sidePixels: 256 },
  roomName: { min: 1, max: 64 },
  roomPassword: { min: 1, max: 128 },
  welcomeMessage: { max: 500 },
  chatMessage: { min: 1, max: 500 },
  instrument: { max: 32 },
  /** The title of a file that a participant plays to the room. */
  playedFile: { max: 64 },
  moderationReason: { max: 500 },
  maxUsers: { min: 1, default: 20, member: 50, pro: 500 },
  roomsOwned: { member: 10, pro: 50 },
  /** Turns in a room: how many play at a time, how long a turn lasts if it has an end, and how many may wait. */
  turns: { players: { min: 1, max: 8 }, seconds: { min: 30, max: 3600 }, waiting: 100 },
  /** A page beyond the last one is empty; `max` is the largest exact number. */
  page: { default: 1, max: Number.MAX_SAFE_INTEGER, limitDefault: 20, limitMax: 100 },
  bodyBytes: 64 * 1024,

  /** A client's message, all of its fragments together. */
  clientFrameBytes: 64 * 1024,
  serverFrameBytes: 1024 * 1024,
  midi: {
    eventsPerMessage: 256,
    maxOffsetUs: 1_000_000,
    eventsPerSecond: 2_000,
    eventBurst: 4_000,
    abusePerSecond: 20_000,
  },
  /**
   * Beats per minute times 1000, beats per bar, and how far in the future a metronome starts if it is to start now.
   */
  metronome: {
    ...{ tempo: { min: 20_000, max: 400_000 }, beatsPerBar: { min: 1, max: 32 }, leadUs: 500_000 },
    /** The strength of a beat, the clicks in one, where an off-beat falls (percent), and how many bars lie between silent ones. */
    click: {
      ...{ accent: { min: 0, max: 3 }, subdivision: { min: 1, max: 6 }, swing: { min: 50, max: 75 } },
      silentEvery: { min: 2, max: 16 },
    },
  },
  /**
   * By how many bars everybody hears the others later in interval mode, and how long that may be at the most: notes wait that
   * long in every client.
   */
  interval: { bars: { min: 1, max: 16 }, us: 60_000_000 },
  /** The most that matched playout delays the player's own sound, however slow another connection is. */
  commonDelayUs: 500_000,
  /**
   * The largest plausible measurement, how often measurements are passed on, and how many of one room go into one
   * message.
   */
  quality: { maxUs: 60_000_000, intervalMs: 2_000, reports: 32 },
  /**
   * Rooms in one lobbyUpdate, including the first list, the shortest time between two updates, the players shown of a room, and
   * how often it is looked at how much is played in it.
   */
  lobby: { rooms: 200, intervalMs: 1_000, players: 8, pulseMs: 4_000 },
  /** A file that is shared in a room: its bytes, its name, and the newest ones that a room keeps. */
  roomFile: { bytes: 40_000, name: { min: 1, max: 64 }, kept: 16 },
  /** How far the startTime of a relayed message may be from the service clock. */
  startTimeWindow: { pastUs: 10_000_000, futureUs: 2_000_000 },
  /** A server's name; 48 characters of any script fit one string of a TXT record. */
  serverName: { min: 1, max: 48 },
  roomId: { min: 16, max: 64 },
  /** An invitation link: its length in characters, and the number of addresses of its server. */
  invitation: { characters: 1_000, servers: 4 },
  /** Limits on announcements from the local network, which anybody can send (RFC 6762). */
  discovery: {
    servers: 64,
    addressesPerServer: 8,
    recordsPerPacket: 64,
    txtStrings: 16,
    versionCharacters: 32,
    queriers: 64,
  },
  chatHistory: { onJoin: 50, stored: 1_000, ofPage: 100 },
  chatFlood: { messages: 10, windowMs: 10_000 },
  /** Data that programs send to participants: what fits one datagram may be lossy. */
  data: { topic: { min: 1, max: 32 }, bytes: 16 * 1024, lossyBytes: 1_000, recipients: 100 },
  /** A user without a note, a chat message or a command for this long is away. */
  awayAfterMs: 10 * 60_000,
  /** The shortest time between two announcements of one participant's changes of player settings and account. */
  participantUpdateMs: 500,
  /** How long a user has to answer the offer of a room's ownership. */
  ownershipOfferMs: 30_000,
  heartbeat: { intervalMs: 10_000, timeoutMs: 30_000 },
  accessTokenSeconds: 900,
  refreshTokenSeconds: { remembered: 30 * 24 * 3600, otherwise: 24 * 3600 },
  /** How long a connection without a socket can be resumed, and how much of its reliable stream is kept for that. */
  resumeWindowMs: 30_000,
  /**
   * Datagram channels. A client may offer one at most every `offerMs`; one that is not open after `openMs` is given up,
   * and so is one that brings more than `perSecond` datagrams. `channels` is the most that one server keeps, `bytes` the
   * most in one datagram. A receiver keeps at most `heldMessages` of one sender that arrived before an earlier one.
   */
  datagrams: { offerMs: 2_000, openMs: 15_000, perSecond: 1_000, channels: 1_000, bytes: 1_100, heldMessages: 64 },
} as const;

/** The limits of loops (room rules R21, R22). A client that does not use loops does not load them. */
export const loopLimits = {
  slots: 16,
  ticksPerBeat: 480,
  name: { min: 1, max: 32 },
  bars: { min: 1, max: 32 },
  beatsPerBar: { min: 1, max: 32 },
  layers: { min: 1, max: 8 },
  eventsPerLayer: { min: 1, max: 2_000 },
  volume: { max: 127, default: 100 },
  /** A loop as a `Loop` message, and all loops of a room together. */
  loopBytes: 32 * 1024,
  roomBytes: 160 * 1024,
  /** A loop starts and stops at the first bar line after this long, so that everybody has heard of it by then. */
  leadUs: 250_000,
  stepsPerBeat: [1, 2, 3, 4, 6, 8],
  swing: { min: 50, max: 75 },
  lanes: { max: 16 },
  patterns: { min: 1, max: 4 },
  steps: { min: 1, max: 64 },
  stepEdits: { min: 1, max: 1_024 },
} as const;

/** Further limits, which only the server and its REST schemas need: clients that do not use them do not load them. */
export const serviceLimits = {
  /**
   * Bytes sent to one reader but not yet taken: above `dropNotesBytes` its notes are dropped, above `closeBytes` it
   * is closed (4429), also if it takes nothing for `stalledMs`. At most `gatheredBytes` of a room's notes wait for
   * the end of one turn of the event loop.
   */
  backlog: { dropNotesBytes: 256 * 1024, closeBytes: 1024 * 1024, stalledMs: 10_000, gatheredBytes: 64 * 1024 },
  resumeBuffer: { messages: 1_000, bytes: 256 * 1024 },
  badFrames: { count: 20, windowMs: 10_000 },
  /** How long a running server remembers when bans and mutes ended by its own clock. */
  endedRestrictionsKeptDays: 400,
  /** How often auto moderation lets a user repeat a message within the window. */
  chatRepeats: { messages: 2, windowMs: 30_000 },
  /** How long a replaced refresh token still gets its successor, unless that has been used. */
  refreshGraceMs: 60_000,
  /** How old the figures in /metrics and the states in /health/detailed may be. */
  monitoringAgeMs: 1_000,
  /** A room without a join, a note, a chat message or an update for this long is deleted. */
  roomIdleDays: 90,
  /** Undelivered direct messages stored for one user. */
  directMessagesWaiting: 1_000,
  ticketSeconds: 60,
  /**
   * Commands of one user, or of one guest's connection, by kind (room rules R18): `count` at once, and as many again spread
   * evenly over each `windowMs`.
   */
  commands: {
    /** Joining and creating rooms, together. */
    join: { count: 10, windowMs: 10_000 },
    leave: { count: 20, windowMs: 10_000 },
    setPlayer: { count: 10, windowMs: 2_000 },
    setPresence: { count: 5, windowMs: 1_000 },
    updateRoom: { count: 5, windowMs: 1_000 },
    friend: { count: 10, windowMs: 60_000 },
    /** Messages to a room or to a user, also those that `chatFlood` refuses. */
    chat: { count: 100, windowMs: 10_000 },
    chatHistory: { count: 50, windowMs: 10_000 },
    typing: { count: 50, windowMs: 10_000 },
    lobbySubscribe: { count: 5, windowMs: 5_000 },
    lobbyUnsubscribe: { count: 20, windowMs: 10_000 },
    moderation: { count: 50, windowMs: 10_000 },
    /** The metronome and the playout mode, together. */
    time: { count: 100, windowMs: 10_000 },
    quality: { count: 50, windowMs: 10_000 },
    loop: { count: 200, windowMs: 10_000 },
    /** A command that sends everybody a whole loop. */
    loopContent: { count: 20, windowMs: 10_000 },
    loopList: { count: 5, windowMs: 10_000 },
    datagramOffer: { count: 20, windowMs: 10_000 },
    turns: { count: 20, windowMs: 10_000 },
    data: { count: 200, windowMs: 2_000 },
    directSignal: { count: 60, windowMs: 10_000 },
    voice: { count: 20, windowMs: 10_000 },
  },
  /** All users and guests of one address block together may send this many times as many commands. */
  commandsOfAddressFactor: 100,
  /**
   * Commands refused with RATE_LIMIT_EXCEEDED that close a connection, and for how long what its client has sent together with
   * one, behind it, is not read.
   */
  refusedCommands: { count: 100, windowMs: 10_000, pauseMs: 10 },
  /** A stored sheet: its bytes, packed, its name, and how many a room has, files to play along among them. */
  sheet: { bytes: 45_000, name: { min: 1, max: 100 }, ofRoom: 60 },
  /** The set list of a room, the texts of an entry, and the id that its client gives it. */
  setList: { entries: 50, title: { min: 1, max: 100 }, note: { max: 500 }, id: { max: 32 } },
  /** Where a sheet starts: which of its measures, from 0, the metronome's bar is, from 1. */
  stand: { measure: { max: 10_000 }, beat: { max: 4_294_967_295 } },
  /** Uploads that may be arriving at once: in all, and those of one user or one address block; and how long one may take. */
  uploads: { atOnce: 8, ofOne: 5, arrivalMs: 20_000 },
  /**
   * Number of failed sign-ins in a row by one name that lock it for one address, and for all addresses together, and for
   * how long. A row ends by itself after `rememberedMs`. Addresses at which somebody has signed in by that name within
   * `knownMs` are exempt from the lock of all addresses.
   */
  loginLock: {
    failures: 10,
    failuresAnywhere: 100,
    lockMs: 60_000,
    rememberedMs: 3_600_000,
    knownMs: 30 * 24 * 3_600_000,
  },
  /**
   * Wrong room passwords within `windowMs`: for one room by one user (or guest address), in all rooms from one address, and
   * for one room by everybody. Those who have given a room's password within `knownMs`, and its owner, have only the first.
   */
  roomPasswordGuesses: {
    perVisitor: 5,
    perAddress: 30,
    perRoom: 100,
    windowMs: 60_000,
    knownMs: 30 * 24 * 3_600_000,
  },
  /** Expired sign-ins kept for each user, and expired bans for each room, because the clock may be wrong. */
  expiredKept: 50,
  /** Total size of log lines waiting for a blocked file or pipe; further lines are dropped. */
  logBacklogBytes: 1024 * 1024,
  /**
   * A room is announced for removal this many days in advance, and can be used as usual until then. Both steps need a
   * clock that has been plausible for `uptimeHours`: no more than `quietDays` after the newest activity of anything.
   */
  roomRemoval: { noticeDays: 7, uptimeHours: 6, quietDays: 30 },
  /** HTTP connections; those that became WebSockets have the bounds further down. */
  http: {
    /** Unanswered requests of one connection; one more ends the connection. */
    requestsUnderWay: 16,
    /** Bytes of bodies that requests may hold while an earlier one of their connection is being answered. */
    waitingBodyBytes: 64 * 1024,
    /** Bytes held for all connections together, in either direction; beyond it the most stalled connections are closed. */
    heldBytes: 256 * 1024 * 1024,
    /** Connections of one client address; trusted proxies are exempt. */
    connectionsPerAddress: 2_048,
    /** Time limits for a request's headers, and for the whole request. */
    headersMs: 30_000,
    requestMs: 60_000,
    /**
     * A connection that waits for its client is closed if no byte moves for this long; connections of trusted proxies get
     * more time.
     */
    stalledMs: 30_000,
    stalledProxyMs: 120_000,
    /** A request that arrives more slowly than this for that long also counts as stalled. */
    requestBytesPerSecond: 1024,
    /** How much of an answer waits in memory for a client that does not read it, besides what is being written. */
    chunkBytes: 8 * 1024,
    /** The pages group has this many times the general limit of requests a minute. */
    pagesFactor: 30,
  },
  /**
   * How long a request waits for the storage, how long the storage may fail to answer before the server ends, and after
   * how long the server reports that it is not ready. A database of up to `checkedBytes` is checked completely at each
   * start.
   */
  storage: { answerMs: 10_000, stalledMs: 30_000, unreadyMs: 1_000, checkedBytes: 64 * 1024 * 1024 },
  /**
   * Second factors. A code of an authenticator app has `digits`, is valid for `stepSeconds` and is accepted one step earlier and
   * later. `max` are the longest texts that are read. A sign-in waits `challenge.ms` for its second step, a new app
   * `setupMs` for its first code. Wrong second factors of one account lock it as `loginLock` does, apart from the password.
   */
  secondFactor: {
    code: { digits: 6, stepSeconds: 30, max: 16 },
    recoveryCode: { count: 10, max: 64 },
    challenge: { ms: 5 * 60_000, max: 128 },
    setupMs: 15 * 60_000,
    lock: {
      failures: 5,
      failuresAnywhere: 20,
      lockMs: 3_600_000,
      rememberedMs: 24 * 3_600_000,
      knownMs: 30 * 24 * 3_600_000,
    },
  },
  /** Passkeys of one account, their names, and the longest ids and other parts that are read, in characters of base64url. */
  passkeys: { max: 20, name: { min: 1, max: 64 }, id: { max: 1_400 }, part: { max: 8_192 } },
  /**
   * Links in mails: how long they work, and how many may be asked for within `windowMs`: by one address block those to recover a
   * password, and those to verify an email; and for one account of either kind.
   */
  emailLinks: {
    verificationMs: 24 * 3_600_000,
    recoveryMs: 30 * 60_000,
    tokenMax: 128,
    perAddress: { recovery: 20, verification: 60, windowMs: 3_600_000 },
    perAccount: { count: 3, windowMs: 3_600_000 },
  },
  /**
   * Invitations that admit their holders: how many people one admits and for how long, and how many there may be at once, of
   * one user, of the host, and in all. Guests at one address count once within `guestMs`.
   */
  invitations: {
    uses: { default: 10, max: 100 },
    seconds: { min: 60, default: 7 * 24 * 3600, max: 30 * 24 * 3600 },
    ofOne: 20,
    inAll: 1_000,
    tokenMax: 128,
    guestMs: 24 * 3_600_000,
  },
  /** Webhooks of a service, their addresses, and the deliveries that each one's log keeps besides those that wait. */
  webhooks: { ofService: 20, url: { min: 1, max: 2_000 }, logged: 100 },
  /**
   * The audit log: entries kept, for how long, and how many of one page. Up to `waiting` entries wait for storage, and are
   * written `together`; further ones are dropped.
   */
  auditLog: { entries: 100_000, keptDays: 180, pageDefault: 50, pageMax: 500, waiting: 1_000, together: 100 },
} as const;
