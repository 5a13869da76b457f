import { createHash, randomBytes } from 'node:crypto';
import { serviceLimits } from '@roomtone/protocol';

/** 120 bits each: too many to guess, so that a plain hash protects them. */
const bytes = 15;
const letters = 'abcdefghijklmnopqrstuvwxyz234567';
const groups = /.{6}(?!$)/g;

export interface RecoveryCodes {
  /** For the user, once: `abcdef-ghijkl-mnopqr-stuvwx`. */
  readonly codes: readonly string[];
  /** For storage. */
  readonly hashes: readonly string[];
}

export function newRecoveryCodes(): RecoveryCodes {
  const codes = Array.from({ length: serviceLimits.secondFactor.recoveryCode.count }, newCode);
  return { codes, hashes: codes.map(recoveryHash) };
}

/** The form in which storage has a code. Case, spaces and hyphens do not matter. */
export function recoveryHash(code: string): string {
  const letters = code.toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update('roomtone recovery code').update(letters).digest('base64url');
}

function newCode(): string {
  let bits = 0n;
  for (const byte of randomBytes(bytes)) bits = (bits << 8n) | BigInt(byte);
  let code = '';
  for (let left = (bytes * 8) / 5; left > 0; left--) {
    code += letters[Number(bits & 31n)];
    bits >>= 5n;
  }
  return code.replace(groups, '$&-');
}
