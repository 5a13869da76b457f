import Type from 'typebox';
import { serviceLimits } from '../limits.ts';

const closed = { additionalProperties: false } as const;

/** The acts that the audit log records. */
export const auditKinds = [
  'sign_in',
  'sign_in_failed',
  'account_created',
  'invitation_made',
  'invitation_revoked',
  'account_deleted',
  'account_exported',
  'bot_token_replaced',
  'bot_tokens_ended',
  'email_changed',
  'password_changed',
  'password_reset',
  'second_factor_changed',
  'second_factor_reset',
  'roles_changed',
  'suspension_changed',
  'signed_out',
  'moderation',
  'room_transferred',
  'billing_changed',
  'keys_rotated',
  'closed_to_internet',
  'webhook_changed',
] as const;
export const AuditKind = Type.Enum(auditKinds);
export type AuditKind = Type.Static<typeof AuditKind>;

const Time = Type.String({ maxLength: 40, description: 'A date and time of ISO 8601.' });

export const AuditLogQuery = Type.Object(
  {
    kind: Type.Optional(Type.Enum(auditKinds, { description: 'Only entries of this kind.' })),
    user: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The user concerned, or the one who did it: an id or a name.',
      }),
    ),
    from: Type.Optional(Time),
    to: Type.Optional(Time),
    before: Type.Optional(Type.String({ maxLength: 64, description: '`next` of the page before.' })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: serviceLimits.auditLog.pageMax,
        default: serviceLimits.auditLog.pageDefault,
        description: 'Entries per page.',
      }),
    ),
  },
  closed,
);
export type AuditLogQuery = Type.Static<typeof AuditLogQuery>;

/** Fields that belong to some kinds only. */
export const AuditDetails = Type.Object({
  /** Moderation: kick, ban, unban, mute, unmute, deleteChat, setModerator or namePlayer. Keys: `all` if every key was replaced.
   * Second factors: totp_added, totp_removed, passkey_added, passkey_removed or recovery_codes_replaced.
   * Webhooks: webhook_added, webhook_changed or webhook_removed. */
  action: Type.Optional(Type.String()),
  room_id: Type.Optional(Type.String()),
  /** Moderation of a guest: the number they had. */
  participant: Type.Optional(Type.Integer()),
  /** How long a ban or mute lasts; 0 until undone. */
  seconds: Type.Optional(Type.Integer()),
  /** The moderator's message; a failed sign-in: `locked` if the name was locked. */
  reason: Type.Optional(Type.String()),
  roles: Type.Optional(Type.Array(Type.String())),
  roles_before: Type.Optional(Type.Array(Type.String())),
  /** The invitation that was made, revoked, or admitted a new account. */
  invitation_id: Type.Optional(Type.String()),
  /** The state of the subscription. */
  status: Type.Optional(Type.String()),
  /** Naming a moderator: true, or false if they were dismissed. */
  moderator: Type.Optional(Type.Boolean()),
  /** Naming a player: true, or false if they were taken off the list. */
  named: Type.Optional(Type.Boolean()),
  /** Suspension: true, or false if it was lifted. */
  suspended: Type.Optional(Type.Boolean()),
  /** The account is a bot's; `by_user_id` is its owner. */
  bot: Type.Optional(Type.Boolean()),
  /** Done by the host with a command. */
  by_command: Type.Optional(Type.Boolean()),
});
export type AuditDetails = Type.Static<typeof AuditDetails>;

export const AuditEntry = Type.Object({
  entry_id: Type.String(),
  happened_at: Type.String({ format: 'date-time' }),
  kind: AuditKind,
  /** The user concerned; "" if there is none, or if a failed sign-in named nobody. */
  user_id: Type.String(),
  /** Their name at the time. */
  username: Type.String(),
  /** The user who did it, if it was somebody else; otherwise "". */
  by_user_id: Type.String(),
  by_username: Type.String(),
  /** The client's address; "" if it was not done over the network. */
  address: Type.String(),
  details: AuditDetails,
});
export type AuditEntry = Type.Static<typeof AuditEntry>;

export const AuditLogView = Type.Object({
  entries: Type.Array(AuditEntry),
  /** `before` for the next page; null on the last one. */
  next: Type.Union([Type.String(), Type.Null()]),
});
export type AuditLogView = Type.Static<typeof AuditLogView>;
