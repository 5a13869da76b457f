import Type from 'typebox';
import { serviceLimits } from '../limits.ts';
import { GivenPassword } from './given-password.ts';
import { PasskeyAnswer, PasskeyEntry, PasskeyOptions } from './passkeys.ts';

const closed = { additionalProperties: false } as const;
const { code, recoveryCode, challenge } = serviceLimits.secondFactor;

/**
 * `details` of the AUTHENTICATION_ERROR by which a sign-in with the right password asks for the second factor. Its `reason` is
 * `second_factor`.
 */
export const SecondFactorNeeded = Type.Object({
  /** Names this sign-in in the second step. It opens nothing by itself. */
  challenge: Type.String(),
  /** Seconds until the challenge expires. */
  expires_in: Type.Integer(),
  /** The second factors of the account; `recovery_code` only while some are left, `passkey` only at the host they belong to. */
  methods: Type.Array(Type.Enum(['code', 'recovery_code', 'passkey'])),
  /** For the browser, if it has a passkey. */
  passkey: Type.Optional(PasskeyOptions),
});
export type SecondFactorNeeded = Type.Static<typeof SecondFactorNeeded>;

/** Exactly one of the factors. */
export const SecondFactorBody = Type.Object(
  {
    challenge: Type.String({ minLength: 1, maxLength: challenge.max }),
    /** Six digits from the authenticator app; spaces are ignored. */
    code: Type.Optional(Type.String({ minLength: 1, maxLength: code.max })),
    /** Case, spaces and hyphens are ignored. */
    recovery_code: Type.Optional(Type.String({ minLength: 1, maxLength: recoveryCode.max })),
    passkey: Type.Optional(PasskeyAnswer),
  },
  closed,
);
export type SecondFactorBody = Type.Static<typeof SecondFactorBody>;

/** The second factors of the caller. */
export const SecondFactorView = Type.Object({
  /** Signing in asks for a second factor. */
  enabled: Type.Boolean(),
  /** An authenticator app is set up. */
  totp: Type.Boolean(),
  /** The oldest first. */
  passkeys: Type.Array(PasskeyEntry),
  /** Recovery codes that have not been used. */
  recovery_codes: Type.Integer(),
  /** The host asks for one because of the caller's role, which does not count without. */
  required: Type.Boolean(),
});
export type SecondFactorView = Type.Static<typeof SecondFactorView>;

export const PasswordBody = Type.Object({ password: GivenPassword }, closed);
export type PasswordBody = Type.Static<typeof PasswordBody>;

export const TotpSetupView = Type.Object({
  /** For typing: Base32. */
  secret: Type.String(),
  /** For a QR code: `otpauth://totp/…`. */
  uri: Type.String(),
  /** Seconds in which a code has to confirm it. */
  expires_in: Type.Integer(),
});
export type TotpSetupView = Type.Static<typeof TotpSetupView>;

export const ConfirmTotpBody = Type.Object({ code: Type.String({ minLength: 1, maxLength: code.max }) }, closed);
export type ConfirmTotpBody = Type.Static<typeof ConfirmTotpBody>;

export const RecoveryCodesView = Type.Object({
  /** Shown this once; empty if the account keeps those it has. */
  recovery_codes: Type.Array(Type.String()),
});
export type RecoveryCodesView = Type.Static<typeof RecoveryCodesView>;
