import type { Static } from 'typebox';
import * as Type from 'typebox';

const closed = { additionalProperties: false } as const;
const text = Type.Union([Type.Null(), Type.String()]);

/** The way, if any, from the internet to the server inside the app. */
export const Internet = Type.Union([
  /** A router is being asked to open the port. */
  Type.Object({ status: Type.Literal('asking') }, closed),
  Type.Object(
    {
      status: Type.Literal('open'),
      /** The public address, and the TCP port there. */
      address: Type.String(),
      port: Type.Integer(),
      /** null if notes from outside cannot travel as datagrams. */
      udpPort: Type.Union([Type.Null(), Type.Integer()]),
      /** How the router was asked; null if this computer has the public address itself. */
      protocol: text,
      /** When the port closes unless it is renewed, ms since 1970; null if the router sets no end. */
      until: Type.Union([Type.Null(), Type.Number()]),
    },
    closed,
  ),
  /** It cannot be done, and is tried again. */
  Type.Object(
    {
      status: Type.Literal('closed'),
      problem: Type.Union([
        Type.Literal('carrierGradeNat'),
        Type.Literal('secondRouter'),
        Type.Literal('refused'),
        Type.Literal('offline'),
        Type.Literal('noAnswer'),
      ]),
      /** The router that said so, in this network; null if none answered. */
      gateway: text,
      /** The router's own address outside, if it says one. */
      externalAddress: text,
    },
    closed,
  ),
  /** The host has closed it: nothing from outside gets in until hosting is started again. */
  Type.Object({ status: Type.Literal('shut') }, closed),
]);
export type Internet = Static<typeof Internet>;
export type OpenInternet = Extract<Internet, { readonly status: 'open' }>;
export type ClosedInternet = Extract<Internet, { readonly status: 'closed' }>;
