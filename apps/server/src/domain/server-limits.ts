/** Limits that no client has to know. Those that clients and servers have to agree on are in the protocol package. */
export const serverLimits = {
  /** How often all guests of one address block together may join rooms. */
  guestJoins: { count: 60, windowMs: 10_000 },
  /**
   * Hashing and checking passwords: how much runs `atOnce`, how much may wait, sign-ins apart from everything else, and how
   * much `each` user or guest address may cause within `windowMs`.
   */
  passwordWork: { atOnce: 2, waitingLogins: 128, waitingOthers: 32, each: 30, windowMs: 60_000 },
  /** Of a connection whose heartbeats have come at most this far apart, held notes end when nothing comes for so long. */
  silenceMs: 2_500,
  /** The longest time after a sign-in that its session lasts, however often it is used. */
  longestSessionMs: 365 * 86_400_000,
  /** Users in one answer to an admin who lists them. */
  listedUsers: 50,
  /** Bots of one user, and users whom a room's owner may name its moderators. */
  botsOfUser: 10,
  moderatorsOfRoom: 20,
  /** Named players of a room. */
  playersOfRoom: 100,
  /**
   * Bytes of what people have the server send to others or keep, for each person (a user with their bots), each room, each address
   * block and the whole service together: so many at once, and as many again over `windowMs`.
   */
  byteBudgets: {
    /** Everything that each listener gets because of somebody: notes, changes of loops, chat, settings (S38.4). */
    toListeners: {
      windowMs: 2_000,
      ofPerson: 96 * 1024,
      ofRoom: 1024 * 1024,
      ofAddress: 512 * 1024,
      ofService: 16 * 1024 * 1024,
    },
    /** Datagrams that a client sends: time on the thread of the notes. Each counts as `datagramBytes` at least. */
    datagrams: {
      windowMs: 2_000,
      ofPerson: 512 * 1024,
      ofRoom: Number.POSITIVE_INFINITY,
      ofAddress: 2 * 1024 * 1024,
      ofService: 16 * 1024 * 1024,
    },
    /** Chat and direct messages: the database. */
    chat: {
      windowMs: 3_600_000,
      ofPerson: 2 * 1024 * 1024,
      ofRoom: 64 * 1024 * 1024,
      ofAddress: 64 * 1024 * 1024,
      ofService: 512 * 1024 * 1024,
    },
    /** New rooms, their settings and set lists: the database. */
    settings: {
      windowMs: 3_600_000,
      ofPerson: 2 * 1024 * 1024,
      ofRoom: 4 * 1024 * 1024,
      ofAddress: 16 * 1024 * 1024,
      ofService: 128 * 1024 * 1024,
    },
    /** Data of programs, as each listener gets it: what is left of `toListeners` is for the notes of the same sender. */
    data: {
      windowMs: 2_000,
      ofPerson: 64 * 1024,
      ofRoom: 512 * 1024,
      ofAddress: 512 * 1024,
      ofService: 8 * 1024 * 1024,
    },
    /** Changes of loops, as each listener gets them. */
    loopNews: {
      windowMs: 3_000,
      ofPerson: 96 * 1024,
      ofRoom: 384 * 1024,
      ofAddress: 768 * 1024,
      ofService: 6 * 1024 * 1024,
    },
    /** Whole loops, which processes share and storage gets. */
    loops: {
      windowMs: 3_600_000,
      ofPerson: 8 * 1024 * 1024,
      ofRoom: 16 * 1024 * 1024,
      ofAddress: 32 * 1024 * 1024,
      ofService: 256 * 1024 * 1024,
    },
    /** Files shared in rooms, in base64: the memory of the process, or of Redis. */
    files: {
      windowMs: 3_600_000,
      ofPerson: 4 * 1024 * 1024,
      ofRoom: 8 * 1024 * 1024,
      ofAddress: 16 * 1024 * 1024,
      ofService: 32 * 1024 * 1024,
    },
    /** Sheets, in base64: the database. */
    sheets: {
      windowMs: 3_600_000,
      ofPerson: 8 * 1024 * 1024,
      ofRoom: 16 * 1024 * 1024,
      ofAddress: 32 * 1024 * 1024,
      ofService: 256 * 1024 * 1024,
    },
  },
  /**
   * Bytes of messages that Redis holds at one time for all processes so that connections of one can go on in another. A connection
   * beyond them ends with its process.
   */
  connectionCopies: { ofPerson: 2 * 1024 * 1024, ofAddress: 16 * 1024 * 1024, ofService: 128 * 1024 * 1024 },
  /**
   * Nothing new is stored while the disk has less free than this share of it, and less than these bytes; looked at every so often.
   */
  freeSpace: { share: 0.05, bytes: 10 * 1024 * 1024 * 1024, lookMs: 10_000 },
  /** Steps that are set within this time after others go to the listeners together. */
  stepsGatheredMs: 30,
  /** Files shared in all rooms together, at most 40 kB each. */
  roomFiles: 512,
  /** How long a shared file is there for all processes of a service. */
  sharedFileMs: 3_600_000,
  /**
   * Webhooks: the deliveries of one that may wait, beyond which events are dropped, and the events that may wait for storage; how many
   * are sent at once, in all and to one; how long an answer may take; the pauses between attempts, of which the last repeats until a
   * delivery is dead; how often a process looks for deliveries that are due, or that another has left; how old what it knows of
   * webhooks may be.
   */
  webhooks: {
    waiting: 1_000,
    events: 1_000,
    atOnce: 8,
    toOneAtOnce: 2,
    timeoutMs: 15_000,
    retriesMs: [5_000, 60_000, 300_000, 1_800_000, 7_200_000, 18_000_000],
    deadMs: 86_400_000,
    lookMs: 5_000,
    knownMs: 2_000,
  },
  /**
   * Mails: how many may wait, also for another try, how many are sent `atOnce`, after which times a failed one is tried again,
   * how long the mail server may take for one step, and how much it may say until the connection is encrypted.
   */
  mail: {
    waiting: 200,
    atOnce: 2,
    retriesMs: [10_000, 60_000, 300_000, 900_000],
    timeoutMs: 20_000,
    answerBytes: 65_536,
  },
  /**
   * The link that tests who reaches the server: how long it works, the visits that are remembered, the data channels that are
   * opened for it, one after another, and how much of a datagram is sent back.
   */
  reachTest: { linkMs: 3_600_000, visits: 10, offers: 20, echoBytes: 16 },
  /** Questions for their own address that participants of one IP address get answered in a second, and from how many addresses. */
  stun: { perSecond: 20, addresses: 1_000 },
  /** The least that a datagram counts in its budget: to receive one takes time, however small it is. */
  datagramBytes: 256,
  /** How long one request to the bucket with pictures may take. */
  bucket: { timeoutMs: 10_000 },
  /** How often a user gets all their data in one archive. */
  accountExports: { count: 3, windowMs: 3_600_000 },
  /** Mails that tell one user of changes in how they sign in. */
  noticeMails: { count: 10, windowMs: 3_600_000 },
  /**
   * An address is held up when it has been refused `count` times for asking too often; over `windowMs`, as many refusals are
   * forgotten. From then on so many of its new connections are served in a second, and so many wait for that.
   */
  heldUp: { count: 100, windowMs: 10_000, connectionsPerSecond: 50, waiting: 64 },
  /** How much is read of the bodies of requests that are answered already, of all together, and how often. */
  unwantedBodies: { bytesPerSecond: 4 * 1024 * 1024, everyMs: 10 },
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
  /**
   * Rooms that several processes share: how long Redis keeps a room that nobody uses, how often a process looks if Redis answers,
   * and how many messages may be without an answer before further ones are dropped.
   */
  sharedRooms: { keptMs: 86_400_000, lookMs: 500, unansweredSends: 2_000 },
  /**
   * Redis: the pause before a lost connection is tried again, which doubles with every failure up to the longest; how often it is tried if
   * everything works, how long a message may take meanwhile, and the share of its memory from which it counts as almost full.
   */
  redis: { firstPauseMs: 50, longestPauseMs: 2_000, lookMs: 2_000, hearMs: 2_000, fullShare: 0.9 },
  /**
   * Certificates from an authority: how often the server looks if one is due, and how often while its clock disagrees with the
   * authority's; the pauses after a failure, of which the second doubles up to the longest; the longest wait that an authority
   * may ask for; how long one answer and a whole order may take, and how large an answer may be.
   */
  certificates: {
    lookMs: 3_600_000,
    wrongClockMs: 86_400_000,
    firstPauseMs: 60_000,
    secondPauseMs: 600_000,
    longestPauseMs: 86_400_000,
    longestWaitMs: 7 * 86_400_000,
    answerMs: 30_000,
    orderMs: 180_000,
    answerBytes: 256 * 1024,
    /** How much of what an authority says is logged and shown, characters. */
    reasonCharacters: 400,
  },
  /**
   * The port for checks over plain http, which is open during a check only: connections at the same time, and how long one may
   * last.
   */
  challengePort: { connections: 32, connectionMs: 10_000 },
} as const;
