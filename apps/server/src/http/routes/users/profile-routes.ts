import { cleanDisplayName, issues, type Problem, validationError } from '@roomtone/protocol';
import {
  DeleteProfileBody,
  ExportBody,
  ExportView,
  ProfileView,
  success,
  UpdateProfileBody,
  UserReferenceView,
} from '@roomtone/protocol/rest';
import type { AccountMails, MailRequest } from '../../../application/accounts/account-mails.ts';
import type { AccountNotices } from '../../../application/accounts/account-notices.ts';
import { confirmPassword } from '../../../application/accounts/confirm-password.ts';
import { type DeleteAccountDeps, deleteAccount } from '../../../application/accounts/delete-account.ts';
import type { exportAccount } from '../../../application/accounts/export-account.ts';
import { displayNameProblems } from '../../../application/accounts/registration.ts';
import { isReservedName } from '../../../application/accounts/reserved-names.ts';
import type { Config } from '../../../config/config.ts';
import { avatarPath } from '../../../domain/avatar-path.ts';
import type { ProfileChange, UserRecord } from '../../../ports/account-storage.ts';
import type { AuditRecorder } from '../../../ports/audit-log.ts';
import { whenThere } from '../../../ports/awaitable.ts';
import type { LiveUsers } from '../../../ports/live-users.ts';
import { noPassword, type PasswordHasher } from '../../../ports/password-hasher.ts';
import type { LiveActivity } from '../../../ports/presence.ts';
import type { RecentReads } from '../../../ports/recent-reads.ts';
import type { Storage } from '../../../ports/storage.ts';
import { type Authentication, badToken, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { WrittenAnswers } from '../../plugins/written-answers.ts';
import { absentBodyIsEmpty } from '../auth/auth-routes.ts';
import { mailRequestOf } from '../auth/mail-request.ts';
import { profileView } from './account-views.ts';

export interface ProfileRoutesDeps extends DeleteAccountDeps {
  readonly config: Pick<Config, 'email'>;
  readonly storage: DeleteAccountDeps['storage'] & Pick<Storage, 'userById' | 'updateProfile'>;
  readonly recent: Pick<RecentReads, 'profile'>;
  readonly hasher: Pick<PasswordHasher, 'verify'>;
  readonly realtime: DeleteAccountDeps['realtime'] & Pick<LiveUsers, 'accountChanged'>;
  readonly activity: Pick<LiveActivity, 'pending'>;
  readonly authentication: Authentication;
  readonly mails: Pick<AccountMails, 'welcome'> | undefined;
  readonly notices: Pick<AccountNotices, 'recipient' | 'sendTo'> | undefined;
  readonly audit: AuditRecorder;
  readonly exportAccount: (userId: string) => ReturnType<typeof exportAccount>;
}

/** The caller's account (S13). */
export function profileRoutes(app: App, deps: ProfileRoutesDeps): void {
  const { storage, recent, activity, authentication } = deps;
  const written = new WrittenAnswers<ReturnType<typeof succeed<ProfileView>>>();

  app.get(
    '/api/users/profile',
    {
      schema: {
        ...operation('readProfile', 'Read your profile', 'Users', { token: 'required' }),
        response: { 200: success(ProfileView) },
      },
      onRequest: authentication.withScope(),
    },
    (request, reply) => {
      const { userId } = requirePrincipal(request);
      const live = activity.pending(userId);
      return whenThere(recent.profile(userId), (profile) => {
        if (profile === undefined) throw badToken();
        return written.view(profile, [live.notes, live.playedMs], reply, () => succeed(profileView(profile, live)));
      });
    },
  );

  app.put(
    '/api/users/profile',
    {
      schema: {
        ...operation('updateProfile', 'Change your profile', 'Users', {
          token: 'required',
          description: 'Absent fields stay. Access tokens show a new name from the next refresh on.',
        }),
        body: UpdateProfileBody,
        response: { 200: success(ProfileView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const { userId } = requirePrincipal(request);
      return succeed(await updateProfile(deps, userId, request.body, mailRequestOf(request)));
    },
  );

  app.post(
    '/api/users/profile/export',
    {
      schema: {
        ...operation('exportProfile', 'Get everything that the server has of your account', 'Users', {
          token: 'required',
          bodyIsOptional: true,
          description:
            'One archive (.tar.gz) in base64: account, sign-ins, friends, rooms, chat, loops, sheets and what the audit log has of it. ' +
            'Needs the `password` of an account that has one; three times an hour.',
        }),
        body: ExportBody,
        response: { 200: success(ExportView) },
      },
      onRequest: authentication.required,
      preValidation: absentBodyIsEmpty,
    },
    async (request) => {
      const { userId } = requirePrincipal(request);
      const user = await storage.userById(userId);
      if (user === undefined) throw badToken();
      await confirmPassword(deps.hasher, user, request.body.password);
      const exported = await deps.exportAccount(userId);
      if (exported === undefined) throw badToken();
      deps.audit.record({ kind: 'account_exported', userId, address: request.ip });
      return succeed(exported);
    },
  );

  app.delete(
    '/api/users/profile',
    {
      schema: {
        ...operation('deleteProfile', 'Delete your account', 'Users', {
          token: 'required',
          description:
            'Deletes all personal data and the rooms it owns, given the password if the account has one. Its chat in other rooms stays under the name `deleted`.',
        }),
        body: DeleteProfileBody,
        response: { 200: success(UserReferenceView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const { userId } = requirePrincipal(request);
      const user = await storage.userById(userId);
      if (user === undefined) throw badToken();
      await confirmPassword(deps.hasher, user, request.body.password);
      await deleteAccount(deps, userId);
      deps.audit.record({ kind: 'account_deleted', userId, username: user.username, address: request.ip });
      return succeed({ user_id: userId }, 'Your account is deleted.');
    },
  );
}

async function updateProfile(
  deps: ProfileRoutesDeps,
  userId: string,
  body: UpdateProfileBody,
  from: MailRequest,
): Promise<ProfileView> {
  const user = await deps.storage.userById(userId);
  if (user === undefined) throw badToken();
  const problems = profileProblems(user, body, deps.config.email);
  if (problems.length > 0) throw validationError(problems);
  await checkMayChangeEmail(deps, user, body);
  const toldSoFar = body.email === undefined ? undefined : await deps.notices?.recipient(userId);
  const change: ProfileChange = {
    username: body.username,
    displayName: body.display_name === undefined ? undefined : cleanDisplayName(body.display_name) || null,
    email: body.email === '' ? null : body.email,
    ...body.settings,
  };
  const [changed, live] = await Promise.all([
    deps.storage.updateProfile(userId, change),
    deps.activity.pending(userId),
  ]);
  if (changed === undefined) throw badToken();
  if ('taken' in changed) throw validationError([{ field: changed.taken, ...issues.taken }]);
  if (changed.user.email !== user.email) deps.audit.record({ kind: 'email_changed', userId, address: from.address });
  const { username, displayName } = changed.user;
  if (body.email !== undefined && body.email.toLowerCase() !== (user.email ?? '').toLowerCase()) {
    deps.mails?.welcome(changed.user, from);
    // Whoever reads the mails so far must learn that they go elsewhere.
    if (toldSoFar !== undefined) deps.notices?.sendTo(toldSoFar, 'email_changed', from.language);
  }
  deps.realtime.accountChanged({ userId, username, displayName, avatarUrl: avatarPath(changed.user) });
  return profileView(changed, live);
}

/** Somebody at a device that was left signed in must not take over the account by its email (S13.9). */
async function checkMayChangeEmail(
  { hasher }: ProfileRoutesDeps,
  user: UserRecord,
  { email, current_password: password }: UpdateProfileBody,
): Promise<void> {
  if (email === undefined || email.toLowerCase() === (user.email ?? '').toLowerCase()) return;
  if (user.passwordHash === noPassword) return;
  if (password === undefined) {
    throw validationError([{ field: 'current_password', code: 'required', issue: 'is required for another email' }]);
  }
  if (!(await hasher.verify(user.passwordHash, password, { by: `user:${user.userId}` }))) {
    throw validationError([{ field: 'current_password', ...issues.wrong }]);
  }
}

/** The problems of a change that the schema does not find. */
function profileProblems(user: UserRecord, body: UpdateProfileBody, email: Config['email']): Problem[] {
  const problems: Problem[] = [];
  // Accounts from before a name was reserved keep it.
  const { username = user.username } = body;
  if (username.toLowerCase() !== user.username.toLowerCase() && isReservedName(username)) {
    problems.push({ field: 'username', ...issues.reserved });
  }
  problems.push(...displayNameProblems(body.display_name));
  if (body.email === '' && email === 'required') problems.push({ field: 'email', ...issues.required });
  return problems;
}
