import type { Static } from 'typebox';
import * as Type from 'typebox';

// The messages between a window and the main process about servers other than the app's own.

const closed = { additionalProperties: false } as const;

/** SHA-256 of the key of a server's certificate, base64url. */
export const Fingerprint = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });

const KnownServer = Type.Object(
  {
    /** Its identity, independent of its address. */
    id: Type.String({ maxLength: 400 }),
    name: Type.String(),
    /** Its last address, as an origin. */
    address: Type.String(),
    /** False over plain http, where nothing proves who answers and others can read along. */
    isProtected: Type.Boolean(),
  },
  closed,
);

const FoundServer = Type.Object({ name: Type.String(), address: Type.String() }, closed);

export const ServerList = Type.Object(
  {
    /** Visited before, latest first. */
    known: Type.Array(KnownServer),
    /** On this network now, under the names they announce. */
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

/** The outcome of going to a server; before `open`, nothing was exchanged but a TLS handshake. */
export const ServerAnswer = Type.Union([
  /** Its window is in front. */
  answer('open'),
  answer('not-an-address'),
  /** No server answers there. */
  answerAt('no-answer'),
  /** macOS keeps the app off the local network until the user allows it. */
  answerAt('no-permission'),
  /** A server answers over plain http: warn the user. */
  answerAt('plain'),
  /** An unknown server: the user compares its key once. */
  Type.Object({ kind: Type.Literal('first'), address: Type.String(), fingerprint: Fingerprint }, closed),
  /** The server there differs from `expected`, the one visited before; null means plain http. */
  Type.Object({ kind: Type.Literal('changed'), ...other }, closed),
  /** The same, where `expected` comes from the invitation. */
  Type.Object({ kind: Type.Literal('not-as-invited'), ...other }, closed),
]);

export type KnownServer = Static<typeof KnownServer>;
export type FoundServer = Static<typeof FoundServer>;
export type ServerList = Static<typeof ServerList>;
export type ServerAnswer = Static<typeof ServerAnswer>;
