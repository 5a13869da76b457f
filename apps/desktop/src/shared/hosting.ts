import type { FieldIssue } from '@roomtone/protocol';
import Type, { type Static } from 'typebox';

// What passes between a window and the main process about the server inside the app.

const closed = { additionalProperties: false } as const;

/** anyone: whoever reaches the server may make an account. added: only accounts that the host makes. */
export const Joining = Type.Union([Type.Literal('anyone'), Type.Literal('added')]);
export type Joining = Static<typeof Joining>;

/** The network around: how the server can be reached while it is open. */
const OpenHosting = Type.Object(
  {
    joining: Joining,
    /** What others see in their lists of servers. */
    name: Type.String(),
    port: Type.Integer(),
    /** Of the certificate's key. */
    fingerprint: Type.String(),
    /** Where others on the network reach it: origins; none while this computer is in no network. */
    addresses: Type.Array(Type.String()),
    /** Leads there, with the key; null without an address. */
    link: Type.Union([Type.Null(), Type.String()]),
  },
  closed,
);
export type OpenHosting = Static<typeof OpenHosting>;

const Trouble = Type.Object(
  {
    /**
     * ended: its process ended unasked, and was started again. failed: it cannot start. port-taken: another program has
     * the usual port, and this one was taken. network-changed: the addresses are others than before.
     */
    kind: Type.Union([
      Type.Literal('ended'),
      Type.Literal('failed'),
      Type.Literal('port-taken'),
      Type.Literal('network-changed'),
    ]),
    /** ms since 1970. */
    at: Type.Number(),
    detail: Type.String(),
  },
  closed,
);
export type Trouble = Static<typeof Trouble>;

const trouble = Type.Union([Type.Null(), Trouble]);

/** How the server inside the app is. `hosting` is null while it is there for this computer alone. */
export const HostState = Type.Union([
  /** It is being started, again after it has ended unasked: `attempt` counts from 1 then. */
  Type.Object({ status: Type.Literal('starting'), attempt: Type.Integer(), trouble }, closed),
  Type.Object(
    {
      status: Type.Literal('ready'),
      url: Type.String(),
      hosting: Type.Union([Type.Null(), OpenHosting]),
      trouble,
    },
    closed,
  ),
  Type.Object({ status: Type.Literal('stopped') }, closed),
]);
export type HostState = Static<typeof HostState>;

/** Somebody connected. */
export const Guest = Type.Object(
  {
    name: Type.String(),
    /** Without an account. */
    isGuest: Type.Boolean(),
    /** null outside rooms. */
    room: Type.Union([Type.Null(), Type.String()]),
  },
  closed,
);
export type Guest = Static<typeof Guest>;

export const NewPerson = Type.Object(
  { username: Type.String({ minLength: 1, maxLength: 100 }), password: Type.String({ minLength: 1, maxLength: 600 }) },
  closed,
);
export type NewPerson = Static<typeof NewPerson>;

/** What is wrong with each field, as the server says it; none when it is done. */
export const FieldProblems = Type.Unsafe<readonly FieldIssue[]>(Type.Array(Type.Object({ field: Type.String() })));
export type FieldProblems = readonly FieldIssue[];
