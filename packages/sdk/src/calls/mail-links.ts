import type { CallOptions } from '../call-options.ts';
import { checkKeys } from '../known-keys.ts';
import type { EmailVerificationView, RecoverPasswordBody } from '../views.ts';
import type { Send } from './send.ts';

/**
 * Links in mails that verify an email or recover a password. Only the first call needs a sign-in.
 * @param client a RoomtoneClient.
 */
export function mailLinkCalls({ call: send }: { readonly call: Send }) {
  return {
    /** Has a link sent to the account's email, unless it is verified already. For servers whose `recovery` is `email`. */
    requestEmailVerification: (options?: CallOptions): Promise<EmailVerificationView> =>
      send({ method: 'POST', path: '/api/users/profile/email-verification' }, options),
    /** Verifies an email. @param token what stands behind the `#` of the link. */
    verifyEmail: (token: string, options?: CallOptions): Promise<EmailVerificationView> =>
      send({ method: 'POST', path: '/api/auth/email-verification', body: { token } }, options),
    /** Has a link to a new password sent. Resolves whether or not an account has this email. */
    requestPasswordRecovery: async (email: string, options?: CallOptions): Promise<void> => {
      await send({ method: 'POST', path: '/api/auth/password-recovery', body: { email } }, options);
    },
    /**
     * Sets a new password, which ends all sessions of the account, and the tokens of bots if `endBots` is true. A link that no longer works is a VALIDATION_ERROR on
     * `token`.
     */
    recoverPassword: async (body: RecoverPasswordBody, options?: CallOptions): Promise<void> => {
      checkKeys(body, 'token newPassword endBots', 'mailLinks.recoverPassword()');
      await send({ method: 'POST', path: '/api/auth/password-recovery/finish', body }, options);
    },
  };
}
