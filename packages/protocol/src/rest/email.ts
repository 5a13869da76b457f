import Type from 'typebox';
import { limits, serviceLimits } from '../limits.ts';
import { Password } from './auth.ts';

const closed = { additionalProperties: false } as const;
/** The part of a mailed link after the `#`. */
const token = Type.String({ minLength: 1, maxLength: serviceLimits.emailLinks.tokenMax });

export const EmailLinkBody = Type.Object({ token }, closed);
export type EmailLinkBody = Type.Static<typeof EmailLinkBody>;

export const EmailVerificationView = Type.Object({
  /** False while a link is on its way. */
  email_verified: Type.Boolean(),
});
export type EmailVerificationView = Type.Static<typeof EmailVerificationView>;

export const PasswordRecoveryBody = Type.Object(
  { email: Type.String({ maxLength: limits.email.max, format: 'email' }) },
  closed,
);
export type PasswordRecoveryBody = Type.Static<typeof PasswordRecoveryBody>;

export const RecoverPasswordBody = Type.Object(
  {
    token,
    new_password: Password,
    /** Also ends the tokens of the account's bots. */
    end_bots: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type RecoverPasswordBody = Type.Static<typeof RecoverPasswordBody>;
