import type { Generated } from 'kysely';

/** Each user's row: the account, its settings and its figures. */
export interface UsersTable {
  user_id: string;
  username: string;
  username_key: string;
  user_tag: string;
  email: string | null;
  email_key: string | null;
  password_hash: string;
  /** JSON array of strings. */
  roles: string;
  created_at: number;
  avatar_name: string | null;
  theme: Generated<'dark' | 'light'>;
  /** 1 once the user has chosen a theme. */
  theme_chosen: Generated<number>;
  notifications: Generated<number>;
  last_seen: number;
  total_notes: Generated<number>;
  played_ms: Generated<number>;
  rooms_created: Generated<number>;
  /** 1 if signing in needs more than the password. */
  second_factor: Generated<number>;
  /** 1 if a link that was sent to the email has been opened. */
  email_verified: Generated<number>;
  /** The user whose bot this is; null for people. */
  bot_owner: Generated<string | null>;
  /** Separated by spaces; null for people. */
  bot_scopes: Generated<string | null>;
  /** The member whose invitation made the account; null for those whom the host or an admin invited, and all others. */
  invited_by: Generated<string | null>;
  /** Null: the username is shown. */
  display_name: Generated<string | null>;
  display_name_key: Generated<string | null>;
  /** A BCP 47 tag that the user chose, or ''. */
  language: Generated<string>;
  /** 1 if signing in is refused. */
  suspended: Generated<number>;
}
