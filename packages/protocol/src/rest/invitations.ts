import Type from 'typebox';
import { limits, serviceLimits } from '../limits.ts';

const closed = { additionalProperties: false } as const;
const { uses, seconds, tokenMax } = serviceLimits.invitations;

/** The token of an invitation, as its holder sends it. Any text is accepted here; the server refuses what is none. */
export const InvitationToken = Type.String({
  minLength: 1,
  maxLength: tokenMax,
  description: 'The token of an invitation.',
});

export const CreateInvitationBody = Type.Object(
  {
    room_id: Type.Optional(
      Type.String({
        minLength: limits.roomId.min,
        maxLength: limits.roomId.max,
        description: 'The room that guests may join with it; any room if absent, for admins only.',
      }),
    ),
    max_uses: Type.Optional(
      Type.Integer({ minimum: 1, maximum: uses.max, default: uses.default, description: 'How many people it admits.' }),
    ),
    seconds: Type.Optional(
      Type.Integer({
        minimum: seconds.min,
        maximum: seconds.max,
        default: seconds.default,
        description: 'How long it admits them.',
      }),
    ),
  },
  closed,
);
export type CreateInvitationBody = Type.Static<typeof CreateInvitationBody>;

export const InvitationView = Type.Object({
  invitation_id: Type.String(),
  /** "" for one to the whole server. */
  room_id: Type.String(),
  room_name: Type.String(),
  /** The user who made it; "" for the host. */
  made_by: Type.String(),
  made_by_name: Type.String(),
  made_by_display_name: Type.String(),
  uses: Type.Integer(),
  max_uses: Type.Integer(),
  created_at: Type.String({ format: 'date-time' }),
  expires_at: Type.String({ format: 'date-time' }),
});
export type InvitationView = Type.Static<typeof InvitationView>;

/** The only answer with the token: the server keeps its hash. */
export const NewInvitationView = Type.Object({ ...InvitationView.properties, token: Type.String() });
export type NewInvitationView = Type.Static<typeof NewInvitationView>;

export const InvitationsView = Type.Object({ invitations: Type.Array(InvitationView) });
export type InvitationsView = Type.Static<typeof InvitationsView>;

/** An invitation as its holder sees it. */
export const HeldInvitationView = Type.Object({
  /** "" for one to the whole server. */
  room_id: Type.String(),
  room_name: Type.String(),
  /** "" for the host. */
  made_by_name: Type.String(),
  made_by_display_name: Type.String(),
  /** False once it has admitted as many people as it may: only guests whom it has admitted still come in. */
  has_places: Type.Boolean(),
  expires_at: Type.String({ format: 'date-time' }),
});
export type HeldInvitationView = Type.Static<typeof HeldInvitationView>;

export const InvitationReferenceView = Type.Object({ invitation_id: Type.String() });
export type InvitationReferenceView = Type.Static<typeof InvitationReferenceView>;

/** The addresses that an invitation to this server carries. */
export const AddressesView = Type.Object({
  /** Origins, the one for friends outside first if there is one; empty where only this computer reaches the server. */
  addresses: Type.Array(Type.String()),
  name: Type.String(),
  /** "" over plain http, and where an authority vouches for the address. */
  fingerprint: Type.String(),
});
export type AddressesView = Type.Static<typeof AddressesView>;
