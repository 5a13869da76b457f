import { createHash, randomBytes } from 'node:crypto';
import { serviceLimits } from '@roomtone/protocol';

/** 5 bits each. */
const letters = 'abcdefghijklmnopqrstuvwxyz234567';
/** 140 bits in all: too many to guess, so that a plain hash protects them. */
const length = 28;
const groups = /.{7}(?!$)/g;

export interface RecoveryCodes {
  /** For the user, once: `abcdefg-hijklmn-opqrstu-vwxyz23`. */
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
  const code = Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join('');
  return code.replace(groups, '$&-');
}
