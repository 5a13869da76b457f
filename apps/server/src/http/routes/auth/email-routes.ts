import { RoomtoneError } from '@roomtone/protocol';
import {
  EmailLinkBody,
  EmailVerificationView,
  NothingView,
  PasswordRecoveryBody,
  RecoverPasswordBody,
  success,
} from '@roomtone/protocol/rest';
import type { AccountMails } from '../../../application/accounts/account-mails.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { mailRequestOf } from './mail-request.ts';

export interface EmailRoutesDeps {
  /** Undefined on a server without a mail server. */
  readonly mails: AccountMails | undefined;
  readonly authentication: Authentication;
}

/** Verified email addresses and recovery of passwords, where the host has set a mail server (S24). */
export function emailRoutes(app: App, deps: EmailRoutesDeps): void {
  const mails = (): AccountMails => {
    if (deps.mails === undefined) throw noMails();
    return deps.mails;
  };

  app.post(
    '/api/users/profile/email-verification',
    {
      schema: {
        ...operation('requestEmailVerification', 'Ask for a link that verifies your email', 'Users', {
          token: 'required',
          errors: ['RESOURCE_NOT_FOUND'],
          description:
            'Sends the link to the email of the account, unless it is verified. Three in an hour are enough.',
        }),
        response: { 200: success(EmailVerificationView) },
      },
      onRequest: deps.authentication.required,
    },
    async (request) =>
      succeed(await mails().requestVerification(requirePrincipal(request).userId, mailRequestOf(request))),
  );

  app.post(
    '/api/auth/email-verification',
    {
      schema: {
        ...operation('verifyEmail', 'Verify an email by the link in a mail', 'Authentication', {
          token: 'ignored',
          errors: ['RESOURCE_NOT_FOUND'],
          description: 'Takes what stands behind the `#` of the link. It works once, within a day.',
        }),
        body: EmailLinkBody,
        response: { 200: success(EmailVerificationView) },
      },
    },
    async (request) => {
      await mails().verify(request.body.token);
      return succeed({ email_verified: true });
    },
  );

  app.post(
    '/api/auth/password-recovery',
    {
      schema: {
        ...operation('requestPasswordRecovery', 'Ask for a link to a new password', 'Authentication', {
          token: 'ignored',
          errors: ['RESOURCE_NOT_FOUND'],
          description: 'Sends a link if an account has this email. The answer is the same if none has.',
        }),
        body: PasswordRecoveryBody,
        response: { 200: success(NothingView) },
      },
    },
    async (request) => {
      await mails().requestRecovery(request.body.email, mailRequestOf(request));
      return succeed({}, 'If an account has this email, a link is on its way.');
    },
  );

  app.post(
    '/api/auth/password-recovery/finish',
    {
      schema: {
        ...operation('recoverPassword', 'Set a new password by the link in a mail', 'Authentication', {
          token: 'ignored',
          errors: ['RESOURCE_NOT_FOUND'],
          description:
            'Takes what stands behind the `#` of the link, which works once, within 30 minutes. Ends all sessions of the account ' +
            'and, with `end_bots`, the tokens of its bots; a second factor stays.',
        }),
        body: RecoverPasswordBody,
        response: { 200: success(NothingView) },
      },
    },
    async (request) => {
      const { token, new_password: newPassword, end_bots: endBots = false } = request.body;
      await mails().recover(token, newPassword, mailRequestOf(request), endBots);
      return succeed({}, 'Your password is changed. Sign in with it.');
    },
  );
}

function noMails(): RoomtoneError {
  return new RoomtoneError('RESOURCE_NOT_FOUND', 'This server sends no mails. Ask the host for a new password.');
}
