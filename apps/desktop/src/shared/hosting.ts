import type { FieldIssue } from '@roomtone/protocol';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import { Internet } from './internet.ts';

// The messages between a window and the main process about the server inside the app.

const closed = { additionalProperties: false } as const;

/** anyone: everybody who reaches the server may create an account. added: only the host creates accounts. */
export const Joining = Type.Union([Type.Literal('anyone'), Type.Literal('added')]);
export type Joining = Static<typeof Joining>;

const choice = {
  joining: Joining,
  /** Friends outside this network may join: the router is asked to open the port. */
  outside: Type.Boolean(),
  /** People without an account may listen. */
  guests: Type.Boolean(),
} as const;

/** How the host wants the server to be open. */
export const HostingChoice = Type.Object(choice, closed);
export type HostingChoice = Static<typeof HostingChoice>;

/** How the server can be reached on the network while it is open. */
const OpenHosting = Type.Object(
  {
    ...choice,
    /** The name in other people's lists of servers. */
    name: Type.String(),
    port: Type.Integer(),
    /** Of the certificate's key. */
    fingerprint: Type.String(),
    /** Origins for others on the network; empty while this computer is on no network. */
    addresses: Type.Array(Type.String()),
    /** An invitation with the key; null without an address. */
    link: Type.Union([Type.Null(), Type.String()]),
    /** null unless the server was opened for friends outside. */
    internet: Type.Union([Type.Null(), Internet]),
    /** An invitation that begins with the public address; null unless the internet reaches the server. */
    outsideLink: Type.Union([Type.Null(), Type.String()]),
    /** How many people that link lets in, and until when, in ms since 1970; null if it lets in nobody who could not come in anyway. */
    admits: Type.Union([Type.Null(), Type.Object({ people: Type.Integer(), until: Type.Number() }, closed)]),
  },
  closed,
);
export type OpenHosting = Static<typeof OpenHosting>;

const Trouble = Type.Object(
  {
    /**
     * ended: the process exited unexpectedly and was restarted. failed: it cannot start. port-taken: another program uses
     * the usual port, so the server has a different one. network-changed: its addresses have changed.
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

/** The state of the server inside the app. `hosting` is null while it is open to this computer only. */
export const HostState = Type.Union([
  /** Starting. After an unexpected exit, `attempt` counts from 1. */
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

/** A connected user. */
export const Guest = Type.Object(
  {
    name: Type.String(),
    /** True if they have no account. */
    isGuest: Type.Boolean(),
    /** null outside rooms. */
    room: Type.Union([Type.Null(), Type.String()]),
    /** The IP address that they come from. */
    address: Type.String(),
    /** here: this computer. network: one of its networks. outside: anywhere else, such as the internet. */
    place: Type.Union([Type.Literal('here'), Type.Literal('network'), Type.Literal('outside')]),
    /** ms since 1970. */
    since: Type.Number(),
  },
  closed,
);
export type Guest = Static<typeof Guest>;

/** People who have reached the server from outside. */
export const Reach = Type.Object(
  {
    /** The server that answers at the public address when asked from here: itself, another one, or nobody. */
    own: Type.Union([Type.Literal('unknown'), Type.Literal('reached'), Type.Literal('other'), Type.Literal('silent')]),
    /** Those who have opened the test link, the newest first. TCP has worked for all of them. */
    visits: Type.Array(
      Type.Object(
        {
          /** ms since 1970. */
          at: Type.Number(),
          address: Type.String(),
          /** False for a visitor in this network, whose visit proves nothing. */
          isOutside: Type.Boolean(),
          udp: Type.Union([
            Type.Literal('trying'),
            Type.Literal('reached'),
            Type.Literal('failed'),
            Type.Literal('none'),
          ]),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type Reach = Static<typeof Reach>;

export const NewPerson = Type.Object(
  { username: Type.String({ minLength: 1, maxLength: 100 }), password: Type.String({ minLength: 1, maxLength: 600 }) },
  closed,
);
export type NewPerson = Static<typeof NewPerson>;

/** The problems with each field, from the server; empty if there are none. */
export const FieldProblems = Type.Unsafe<readonly FieldIssue[]>(Type.Array(Type.Object({ field: Type.String() })));
export type FieldProblems = readonly FieldIssue[];
