import type { AuditKind } from '@roomtone/sdk';
import { figure } from './numbers.ts';

const kinds: Readonly<Record<AuditKind, string>> = {
  sign_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  account_created: 'Account created',
  invitation_made: 'Invitation made',
  invitation_revoked: 'Invitation revoked',
  bot_token_replaced: 'Bot’s token replaced',
  bot_tokens_ended: 'Bots signed out',
  account_exported: 'Data exported',
  account_deleted: 'Account deleted',
  email_changed: 'Email changed',
  password_changed: 'Password changed',
  password_reset: 'Password reset',
  second_factor_changed: 'Two-step sign-in changed',
  second_factor_reset: 'Two-step sign-in reset',
  roles_changed: 'Roles changed',
  signed_out: 'Signed out everywhere',
  moderation: 'Moderation',
  room_transferred: 'New owner of a room',
  billing_changed: 'Subscription changed',
  keys_rotated: 'Keys replaced',
  closed_to_internet: 'Closed to the internet',
};

const actions: Readonly<Record<string, string>> = {
  kick: 'removed from the room',
  ban: 'banned',
  unban: 'unbanned',
  mute: 'muted',
  unmute: 'unmuted',
  deleteChat: 'chat message deleted',
  totp_added: 'authenticator app set up',
  totp_removed: 'authenticator app removed',
  passkey_added: 'passkey added',
  passkey_removed: 'passkey removed',
  recovery_codes_replaced: 'new recovery codes',
};

const subscription: Readonly<Record<string, string>> = {
  active: 'active',
  past_due: 'payment failed',
  cancelled: 'canceled',
  expired: 'expired',
};

export const audit = {
  title: 'Audit log',
  lead: 'Sign-ins, and what was done with special rights. Kept for 180 days.',
  adminsOnlyHint: 'It shows who signed in and who changed what.',
  filters: 'Filters',
  kind: 'What',
  allKinds: 'Everything',
  kinds,
  user: 'User',
  from: 'From',
  to: 'To',
  export: 'Export',
  entries: 'Entries',
  more: 'Show more',
  empty: 'No entries',
  emptyHint: 'Nothing was recorded that fits these filters.',
  by: (name: string) => `by ${name}`,
  actions,
  subscription,
  guestNumber: (participant: number) => `guest, participant ${figure(participant)}`,
  allKeys: 'all keys, everybody signed out',
  roles: (before: string, after: string) => `${before} → ${after}`,
  locked: 'too many attempts',
  room: (roomId: string) => `room ${roomId}`,
  byCommand: 'by a command of the host',
};
