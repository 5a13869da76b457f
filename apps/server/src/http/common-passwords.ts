import { limits } from '@roomtone/protocol';
import { dictionary } from '@zxcvbn-ts/language-common';

/** zxcvbn's list of leaked passwords, as far as they are long enough to be tried here. */
const common: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= limits.password.min),
);

/** Whether the password is among the common ones, however its letters are capitalised. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}
