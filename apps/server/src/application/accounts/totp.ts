import { serviceLimits } from '@roomtone/protocol';

const { digits, stepSeconds } = serviceLimits.secondFactor.code;
/** The setting that every authenticator app knows; others are widely ignored. */
const algorithm = 'SHA1';
const secretBytes = 20;

/** How an authenticator app shows an account. */
interface AppLabel {
  readonly server: string;
  readonly username: string;
}

/** Makes a secret for an authenticator app (RFC 6238), as text to type and as an address for a QR code. */
export async function newTotpSecret({ server, username }: AppLabel) {
  const { Secret, TOTP } = await import('otpauth');
  const secret = new Secret({ size: secretBytes });
  const totp = new TOTP({ issuer: server, label: username, algorithm, digits, period: stepSeconds, secret });
  return { bytes: secret.bytes, text: secret.base32, uri: totp.toString() };
}

/**
 * The time step of a code, which may be one earlier or later than the current one: clocks differ, and typing takes time.
 * Undefined for a wrong code.
 * @param code digits; spaces are ignored.
 */
export async function totpStepOf(code: string, secret: Uint8Array, nowMs: number): Promise<number | undefined> {
  const { Secret, TOTP } = await import('otpauth');
  const digitsOnly = code.replace(/\s/g, '');
  const totp = new TOTP({
    algorithm,
    digits,
    period: stepSeconds,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });
  const delta = totp.validate({ token: digitsOnly, timestamp: nowMs, window: 1 });
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta;
}
