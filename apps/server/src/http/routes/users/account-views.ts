import { restNamesOf } from '@roomtone/protocol';
import type { BotEntry, FriendEntry, ProfileView, PublicUserView, SessionEntry } from '@roomtone/protocol/rest';
import { avatarPath } from '../../../domain/avatar-path.ts';
import type { ProfileRecord, SessionRecord, UserActivity, UserSummary } from '../../../ports/account-storage.ts';
import type { BotRecord } from '../../../ports/bot-storage.ts';
import { noPassword } from '../../../ports/password-hasher.ts';
import type { PresenceOfUser } from '../../../ports/presence.ts';

/** An account as its user sees it; `live` is activity that storage does not have yet. */
export function profileView(profile: ProfileRecord, live: UserActivity): ProfileView {
  const { user, theme, isThemeChosen, notifications, language } = profile;
  return {
    ...shown(profile),
    user_tag: user.userTag,
    email: user.email ?? '',
    has_password: user.passwordHash !== noPassword,
    email_verified: profile.emailVerified,
    roles: [...user.roles],
    created_at: dateTime(user.createdAt),
    ...(user.bot === undefined ? {} : { scopes: [...user.bot.scopes] }),
    settings: { theme, theme_chosen: isThemeChosen, notifications, language },
    stats: { ...figures(profile, live), rooms_created: profile.roomsCreated },
  };
}

/** An account as everyone sees it. */
export function publicUserView(profile: ProfileRecord, live: UserActivity): PublicUserView {
  return {
    ...shown(profile),
    last_seen: dateTime(Math.max(profile.lastSeen, live.lastSeen)),
    public_stats: figures(profile, live),
  };
}

/** A bot as its owner sees it. */
export function botEntry({ user, lastSeen, isSignedIn }: BotRecord): BotEntry {
  return {
    user_id: user.userId,
    ...restNamesOf(user),
    scopes: [...(user.bot?.scopes ?? [])],
    created_at: dateTime(user.createdAt),
    last_seen: dateTime(lastSeen),
    has_token: isSignedIn,
  };
}

export function sessionEntry(session: SessionRecord, currentId: string): SessionEntry {
  return {
    sid: session.sessionId,
    created_at: dateTime(session.createdAt),
    last_used: dateTime(session.lastUsed),
    address: session.address,
    user_agent: session.userAgent,
    current: session.sessionId === currentId,
  };
}

export function friendEntry(friend: UserSummary, { status, currentRoom }: PresenceOfUser): FriendEntry {
  return {
    user_id: friend.userId,
    ...restNamesOf(friend),
    avatar_url: avatarPath(friend),
    status,
    current_room: currentRoom,
  };
}

export function dateTime(ms: number): string {
  return new Date(ms).toISOString();
}

function shown({ user }: ProfileRecord) {
  return {
    user_id: user.userId,
    ...restNamesOf(user),
    avatar_url: avatarPath(user),
    is_member: user.roles.includes('member'),
    is_pro: user.roles.includes('pro'),
  };
}

function figures(profile: ProfileRecord, live: UserActivity) {
  return {
    total_notes: profile.totalNotes + live.notes,
    time_played: Math.floor((profile.playedMs + live.playedMs) / 1000),
  };
}
