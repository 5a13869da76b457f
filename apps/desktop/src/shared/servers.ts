import Type, { type Static } from 'typebox';

// What passes between a window and the main process about servers other than the app's own.

const closed = { additionalProperties: false } as const;

/** SHA-256 of the key of a server's certificate, base64url. */
export const Fingerprint = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });

const KnownServer = Type.Object(
  {
    /** What it is known by, whatever its address is. */
    id: Type.String({ maxLength: 400 }),
    name: Type.String(),
    /** Where it was last: an origin. */
    address: Type.String(),
    /** false: by plain http, where nothing proves who answers and others can read along. */
    isProtected: Type.Boolean(),
  },
  closed,
);

const FoundServer = Type.Object({ name: Type.String(), address: Type.String() }, closed);

export const ServerList = Type.Object(
  {
    /** Gone to before, the latest first. */
    known: Type.Array(KnownServer),
    /** On this network now, as they call themselves. */
    found: Type.Array(FoundServer),
  },
  closed,
);

const other = {
  address: Type.String(),
  expected: Fingerprint,
  fingerprint: Type.Union([Type.Null(), Fingerprint]),
};
const answer = <Kind extends string>(kind: Kind) => Type.Object({ kind: Type.Literal(kind) }, closed);
const answerAt = <Kind extends string>(kind: Kind) =>
  Type.Object({ kind: Type.Literal(kind), address: Type.String() }, closed);

/** How it went to go to a server; nothing but the beginning of TLS was exchanged before `open`. */
export const ServerAnswer = Type.Union([
  /** Its window is in front. */
  answer('open'),
  answer('not-an-address'),
  /** No server answers there. */
  answerAt('no-answer'),
  /** A server answers there by plain http: to be warned of. */
  answerAt('plain'),
  /** Nothing is known of it yet: its key is to be compared once. */
  Type.Object({ kind: Type.Literal('first'), address: Type.String(), fingerprint: Fingerprint }, closed),
  /** Another one than `expected`, whom one has been at before, answers there; null: one by plain http. */
  Type.Object({ kind: Type.Literal('changed'), ...other }, closed),
  /** The same, of the one that an invitation means. */
  Type.Object({ kind: Type.Literal('not-as-invited'), ...other }, closed),
]);

export type KnownServer = Static<typeof KnownServer>;
export type FoundServer = Static<typeof FoundServer>;
export type ServerList = Static<typeof ServerList>;
export type ServerAnswer = Static<typeof ServerAnswer>;
