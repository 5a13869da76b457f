import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The tables of both databases. A list of rooms is read in the order of its index, so that nothing has to be sorted. */
export const schema: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [...accounts, ...rooms, ...people, ...billing]) await sql.raw(statement).execute(db);
  },
};

const userGone = 'references users (user_id) on delete cascade';
const roomGone = 'references rooms (room_id) on delete cascade';
const makerGone = 'references users (user_id) on delete set null';

// A bot's owner is no reference: a copy of the table may have the bot before its owner.
const accounts = [
  `create table users (
    user_id text primary key not null,
    username text not null,
    username_key text not null unique,
    user_tag text not null unique,
    email text,
    email_key text unique,
    password_hash text not null,
    roles text not null,
    created_at bigint not null,
    avatar_name text,
    theme text not null default 'dark',
    notifications integer not null default 1,
    last_seen bigint not null default 0,
    total_notes bigint not null default 0,
    played_ms bigint not null default 0,
    rooms_created bigint not null default 0,
    second_factor integer not null default 0,
    email_verified integer not null default 0,
    bot_owner text,
    bot_scopes text
  )`,
  'create index users_bot_owner on users (bot_owner)',
  `create table sessions (
    session_id text primary key not null,
    user_id text not null ${userGone},
    refresh_hash text not null,
    previous_hash text,
    remembered integer not null,
    created_at bigint not null,
    last_used bigint not null,
    expires_at bigint not null,
    address text not null,
    user_agent text not null
  )`,
  'create index sessions_by_user on sessions (user_id)',
  'create table service_keys (name text primary key not null, key text not null)',
  `create table totp_secrets (
    user_id text primary key not null ${userGone},
    sealed_secret text not null,
    last_step bigint not null
  )`,
  `create table recovery_codes (
    user_id text not null ${userGone},
    code_hash text not null,
    primary key (user_id, code_hash)
  )`,
  `create table email_tokens (
    token_hash text primary key not null,
    user_id text not null ${userGone},
    purpose text not null,
    email_key text not null,
    expires_at bigint not null,
    unique (user_id, purpose)
  )`,
  `create table passkeys (
    passkey_id text primary key not null,
    user_id text not null ${userGone},
    host text not null,
    name text not null,
    public_key text not null,
    counter bigint not null,
    transports text not null,
    created_at bigint not null,
    last_used bigint
  )`,
  'create index passkeys_by_user on passkeys (user_id)',
  `create table audit_log (
    entry_id text primary key not null,
    at bigint not null,
    kind text not null,
    user_id text not null,
    username text not null,
    by_id text not null,
    by_name text not null,
    address text not null,
    details text not null
  )`,
];

const rooms = [
  `create table rooms (
    room_id text primary key not null,
    room_name text not null,
    owner_id text not null references users (user_id),
    room_type text not null,
    max_users integer not null,
    password_hash text,
    settings text not null,
    created_at bigint not null,
    last_activity bigint not null,
    next_number bigint not null default 1,
    tempo integer,
    beats_per_bar integer,
    moderators text not null default '',
    players text not null default '',
    stand text,
    removal_marked_at bigint
  )`,
  'create index rooms_by_type on rooms (room_type, last_activity desc, room_id)',
  'create index rooms_by_owner on rooms (owner_id, room_type, last_activity desc, room_id)',
  'create index rooms_marked on rooms (removal_marked_at) where removal_marked_at is not null',
  `create table chat (
    room_id text not null ${roomGone},
    position bigint not null,
    message_id text not null unique,
    user_id text not null,
    username text not null,
    message text not null,
    message_type text not null,
    timestamp bigint not null,
    primary key (room_id, position)
  )`,
  'create index chat_by_user on chat (user_id)',
  `create table room_loops (
    room_id text not null ${roomGone},
    slot integer not null,
    user_id text ${makerGone},
    revision integer not null,
    loop text not null,
    primary key (room_id, slot)
  )`,
  'create index room_loops_by_user on room_loops (user_id)',
  `create table room_sheets (
    sheet_id text primary key not null,
    room_id text not null ${roomGone},
    name text not null,
    kind text not null,
    data text not null,
    bytes integer not null,
    added_at bigint not null,
    added_by text ${makerGone}
  )`,
  'create index room_sheets_by_room on room_sheets (room_id, added_at)',
  'create index room_sheets_by_user on room_sheets (added_by)',
  `create table set_lists (room_id text primary key not null ${roomGone}, entries text not null)`,
  `create table invitations (
    invitation_id text primary key not null,
    token_hash text not null unique,
    made_by text ${userGone},
    room_id text ${roomGone},
    uses integer not null,
    max_uses integer not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  `create table bans (
    room_id text not null ${roomGone},
    user_id text not null ${userGone},
    banned_by text not null,
    reason text not null,
    until bigint,
    banned_at bigint not null,
    addresses text not null default '',
    primary key (room_id, user_id)
  )`,
  'create index bans_by_user on bans (user_id)',
  `create table guest_bans (
    room_id text not null ${roomGone},
    participant bigint not null,
    address text not null,
    username text not null,
    banned_by text not null,
    reason text not null,
    until bigint,
    banned_at bigint not null,
    primary key (room_id, participant)
  )`,
  `create table mutes (
    room_id text not null ${roomGone},
    user_id text not null ${userGone},
    chat integer not null,
    notes integer not null,
    until bigint,
    primary key (room_id, user_id)
  )`,
  'create index mutes_by_user on mutes (user_id)',
];

const people = [
  `create table friends (
    user_id text not null ${userGone},
    friend_id text not null ${userGone},
    since bigint not null,
    primary key (user_id, friend_id)
  )`,
  'create index friends_by_friend_id on friends (friend_id)',
  `create table friend_requests (
    from_id text not null ${userGone},
    to_id text not null ${userGone},
    sent_at bigint not null,
    primary key (from_id, to_id)
  )`,
  'create index friend_requests_by_to_id on friend_requests (to_id)',
  `create table blocks (
    user_id text not null ${userGone},
    blocked_id text not null ${userGone},
    blocked_at bigint not null,
    primary key (user_id, blocked_id)
  )`,
  'create index blocks_by_blocked_id on blocks (blocked_id)',
  `create table direct_messages (
    message_id text primary key not null,
    from_id text not null ${userGone},
    to_id text not null ${userGone},
    position bigint not null,
    message text not null,
    timestamp bigint not null,
    unique (to_id, position)
  )`,
  'create index direct_messages_by_writer on direct_messages (from_id)',
];

const billing = [
  `create table billing_customers (
    provider text not null,
    user_id text not null ${userGone},
    customer_id text not null,
    primary key (provider, user_id),
    unique (provider, customer_id)
  )`,
  `create table billing_accounts (
    user_id text primary key not null ${userGone},
    version bigint not null,
    announced text not null,
    due_at bigint,
    announced_at bigint
  )`,
  'create index billing_accounts_by_due on billing_accounts (due_at)',
  'create index billing_accounts_by_announced on billing_accounts (announced_at)',
  `create table subscriptions (
    provider text not null,
    subscription_id text not null,
    user_id text not null ${userGone},
    product_id text,
    state text not null,
    started_at bigint not null,
    newest_event_at bigint not null,
    primary key (provider, subscription_id)
  )`,
  'create index subscriptions_by_user on subscriptions (user_id)',
  `create table billing_events (
    provider text not null,
    event_id text not null,
    subscription_id text not null,
    occurred_at bigint not null,
    changes text not null,
    product_id text,
    primary key (provider, event_id),
    foreign key (provider, subscription_id) references subscriptions (provider, subscription_id) on delete cascade
  )`,
  'create index billing_events_by_subscription on billing_events (provider, subscription_id)',
];
