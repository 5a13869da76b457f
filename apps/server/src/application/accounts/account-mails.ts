import { createHash, randomBytes } from 'node:crypto';
import { issues, RoomtoneError, serviceLimits, validationError } from '@roomtone/protocol';
import { type Language, languageOf } from '@roomtone/words';
import type { UserRecord } from '../../ports/account-storage.ts';
import type { AuditRecorder } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EmailPurpose } from '../../ports/email-token-storage.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type { Log } from '../../ports/log.ts';
import type { Mail } from '../../ports/mail.ts';
import type { PasswordHasher } from '../../ports/password-hasher.ts';
import type { Storage } from '../../ports/storage.ts';
import { recoveryMail, verificationMail } from '../mail/mail-texts.ts';
import type { AccountNotices } from './account-notices.ts';
import { passwordIssue } from './registration.ts';

const { perAddress, perAccount, verificationMs, recoveryMs } = serviceLimits.emailLinks;

export interface AccountMailsDeps {
  readonly storage: Pick<
    Storage,
    | 'userByLogin'
    | 'profile'
    | 'addEmailToken'
    | 'userOfEmailToken'
    | 'verifyEmail'
    | 'recoverPassword'
    | 'deleteBotSessionsOf'
  >;
  readonly ephemeral: Pick<Ephemeral, 'increment'>;
  readonly hasher: Pick<PasswordHasher, 'hash'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Where people open the server, and what it is called. */
  readonly server: { readonly publicUrl: string; readonly name: string };
  /** Takes a mail, and sends it later. */
  readonly queue: { add(mail: Mail): void };
  /** Called with each session that a new password has ended. */
  readonly onEnded: (sessionId: string) => void;
  readonly audit: AuditRecorder;
  readonly notices: Pick<AccountNotices, 'send'>;
  readonly log: Pick<Log, 'warn'>;
}

/** A request that causes a mail. */
export interface MailRequest {
  /** The client's address block. */
  readonly address: string;
  /** The browser's, for users who have chosen none. */
  readonly language: Language;
}

/** Links in mails (S24): to verify an email address, and to choose a new password. */
export interface AccountMails {
  /** Sends a link to a new or changed address in the background, unless the account or the client has had too many. */
  welcome(user: UserRecord, from: MailRequest): void;
  /** @throws {RoomtoneError} VALIDATION_ERROR without an address, RATE_LIMIT_EXCEEDED. */
  requestVerification(userId: string, from: MailRequest): Promise<{ readonly email_verified: boolean }>;
  /** @throws {RoomtoneError} VALIDATION_ERROR on `token`. */
  verify(token: string): Promise<UserRecord>;
  /**
   * Sends a link if an account has this email. Resolves before anything is looked up, so that the answer reveals nothing.
   * @throws {RoomtoneError} RATE_LIMIT_EXCEEDED, by address and whatever the email.
   */
  requestRecovery(email: string, from: MailRequest): Promise<void>;
  /** Sets a password and ends all sessions, and the tokens of bots if asked to. @throws {RoomtoneError} VALIDATION_ERROR. */
  recover(token: string, newPassword: string, from: MailRequest, endBots: boolean): Promise<void>;
}

export function createAccountMails(deps: AccountMailsDeps): AccountMails {
  const { storage, ephemeral, clock, queue, server, log } = deps;

  /** True if this is not one mail too many for the client. */
  const mayCauseMail = async (purpose: EmailPurpose, address: string) => {
    const limit = perAddress[purpose];
    const { count, resetAt } = await ephemeral.increment(`mail:${purpose}:from:${address}`, perAddress.windowMs);
    return { isAllowed: count <= limit, limit, resetAt };
  };
  /** True if this is not one mail too many for the account. */
  const mayHaveMail = async (purpose: EmailPurpose, who: string) => {
    const { count, resetAt } = await ephemeral.increment(`mail:${purpose}:${hashOf(who)}`, perAccount.windowMs);
    return { isAllowed: count <= perAccount.count, limit: perAccount.count, resetAt };
  };
  const send = async (user: UserRecord, purpose: EmailPurpose, language: Language) => {
    const { userId, username, email } = user;
    if (email === undefined) return;
    const chosen = languageOf((await storage.profile(userId))?.language ?? '');
    const token = randomBytes(32).toString('base64url');
    const [lifeMs, page, mail] =
      purpose === 'recovery'
        ? ([recoveryMs, 'recover-password', recoveryMail] as const)
        : ([verificationMs, 'verify-email', verificationMail] as const);
    const expiresAt = clock.nowMs() + lifeMs;
    await storage.addEmailToken({ tokenHash: hashOf(token), userId, purpose, email, expiresAt });
    // Browsers send nothing behind the hash, so the token is in no log on the way.
    const link = `${server.publicUrl}/${page}#${token}`;
    queue.add(mail({ to: email, username, server: server.name, link }, chosen ?? language));
  };
  const inBackground = (work: () => Promise<void>) => {
    work().catch((error: unknown) => log.warn({ err: error }, 'a mail could not be written'));
  };

  return {
    welcome(user, { address, language }) {
      inBackground(async () => {
        if (!(await mayCauseMail('verification', address)).isAllowed) return;
        if ((await mayHaveMail('verification', user.userId)).isAllowed) await send(user, 'verification', language);
      });
    },

    async requestVerification(userId, { address, language }) {
      const profile = await storage.profile(userId);
      if (profile?.user.email === undefined) throw validationError([{ field: 'email', ...issues.required }]);
      if (profile.emailVerified) return { email_verified: true };
      for (const { isAllowed, limit, resetAt } of [
        await mayHaveMail('verification', userId),
        await mayCauseMail('verification', address),
      ]) {
        if (!isAllowed) throw tooManyMails(limit, resetAt);
      }
      await send(profile.user, 'verification', language);
      return { email_verified: false };
    },

    async verify(token) {
      const user = await storage.verifyEmail(hashOf(token), clock.nowMs());
      if (user === undefined) throw badLink();
      return user;
    },

    async requestRecovery(email, { address, language }) {
      const { isAllowed, limit, resetAt } = await mayCauseMail('recovery', address);
      if (!isAllowed) throw tooManyMails(limit, resetAt);
      inBackground(async () => {
        if (!(await mayHaveMail('recovery', email.toLowerCase())).isAllowed) return;
        const user = await storage.userByLogin(email);
        if (user?.email?.toLowerCase() === email.toLowerCase()) await send(user, 'recovery', language);
      });
    },

    async recover(token, newPassword, { address, language }, endBots) {
      const user = await storage.userOfEmailToken(hashOf(token), 'recovery', clock.nowMs());
      if (user === undefined) throw badLink();
      const issue = await passwordIssue(newPassword, user);
      if (issue !== undefined) throw validationError([{ field: 'new_password', ...issue }]);
      const passwordHash = await deps.hasher.hash(newPassword, { by: `address:${address}` });
      const recovered = await storage.recoverPassword(hashOf(token), passwordHash, clock.nowMs());
      if (recovered === undefined) throw badLink();
      for (const sessionId of recovered.endedSessions) deps.onEnded(sessionId);
      deps.audit.record({ kind: 'password_reset', userId: user.userId, address });
      if (endBots) {
        const ended = await storage.deleteBotSessionsOf(user.userId);
        for (const sessionId of ended) deps.onEnded(sessionId);
        if (ended.length > 0) deps.audit.record({ kind: 'bot_tokens_ended', userId: user.userId, address });
      }
      deps.notices.send(user.userId, 'password_changed', language);
    },
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function badLink(): RoomtoneError {
  return validationError([{ field: 'token', ...issues.wrongCode }]);
}

function tooManyMails(limit: number, resetAt: number): RoomtoneError {
  return new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many mails. Try again later.', {
    limit,
    reset: Math.ceil(resetAt / 1000),
  });
}
