import type { AccountMails } from '../../../application/accounts/account-mails.ts';
import type { AccountNotices } from '../../../application/accounts/account-notices.ts';
import type { Bots } from '../../../application/accounts/bots.ts';
import type { OwnPasskeys } from '../../../application/accounts/own-passkeys.ts';
import type { SecondFactors } from '../../../application/accounts/second-factors.ts';
import type { Sessions } from '../../../application/accounts/sessions.ts';
import type { Billing } from '../../../application/billing/billing.ts';
import type { Friends } from '../../../application/social/friends.ts';
import type { Config } from '../../../config/config.ts';
import type { AuditRecorder } from '../../../ports/audit-log.ts';
import type { AvatarMaker, AvatarStore } from '../../../ports/avatars.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { RoomNews } from '../../../ports/live-rooms.ts';
import type { LiveUsers } from '../../../ports/live-users.ts';
import type { Log } from '../../../ports/log.ts';
import type { PasswordHasher } from '../../../ports/password-hasher.ts';
import type { LiveActivity, Presence } from '../../../ports/presence.ts';
import type { RecentReads } from '../../../ports/recent-reads.ts';
import type { Storage } from '../../../ports/storage.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import type { App } from '../../plugins/server-types.ts';
import { emailRoutes } from '../auth/email-routes.ts';
import { sessionRoutes } from '../auth/session-routes.ts';
import { blockRoutes, friendRoutes } from '../friends/friend-routes.ts';
import { avatarRoutes } from './avatar-routes.ts';
import { botRoutes } from './bot-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { roleRoutes } from './role-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { userRoutes } from './user-routes.ts';

export interface AccountRoutesDeps {
  readonly config: Pick<Config, 'email' | 'publicUrl'>;
  readonly storage: Storage;
  readonly recent: RecentReads;
  readonly hasher: PasswordHasher;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly sessions: Sessions;
  readonly secondFactors: SecondFactors;
  readonly ownPasskeys: OwnPasskeys;
  readonly bots: Bots;
  readonly mails: AccountMails | undefined;
  readonly notices: AccountNotices | undefined;
  readonly avatars: AvatarStore;
  readonly avatarMaker: AvatarMaker;
  readonly uploadMs: number;
  readonly friends: Friends;
  readonly realtime: LiveUsers & RoomNews & { readonly presence: Presence; readonly activity: LiveActivity };
  readonly billing: Pick<Billing, 'stopRenewals'>;
  readonly authentication: Authentication;
  readonly log: Pick<Log, 'warn'>;
  readonly audit: AuditRecorder;
}

/** All routes about accounts except signing in (S13 to S17). */
export async function accountRoutes(app: App, deps: AccountRoutesDeps): Promise<void> {
  const { storage, recent, friends, realtime, authentication } = deps;
  const { presence, activity } = realtime;
  sessionRoutes(app, {
    ...deps,
    onEnded: (sessionId) => realtime.sessionEnded(sessionId),
    onMember: (account) => realtime.accountChanged(account),
  });
  profileRoutes(app, { ...deps, activity });
  secondFactorRoutes(app, deps);
  passkeyRoutes(app, deps);
  botRoutes(app, deps);
  emailRoutes(app, deps);
  await avatarRoutes(app, deps);
  friendRoutes(app, { storage, friends, presence, authentication });
  blockRoutes(app, { storage, friends, authentication });
  userRoutes(app, { recent, activity, authentication });
  roleRoutes(app, deps);
}
