import { limits } from '@roomtone/protocol';

let loading: Promise<ReadonlySet<string>> | undefined;

/** Whether the password is among the common ones, however its letters are capitalised. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= loadCommon();
  return (await loading).has(password.toLowerCase());
}

/** zxcvbn's list of leaked passwords, as far as they are long enough to be tried here; loaded with the first password. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= limits.password.min));
}
