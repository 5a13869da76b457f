import { limits } from '@roomtone/protocol';

let loading: Promise<ReadonlySet<string>> | undefined;

/** True for a common password, in any capitalisation. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= loadCommon();
  return (await loading).has(password.toLowerCase());
}

/** zxcvbn's list of leaked passwords that are long enough to be used here; loaded with the first check. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= limits.password.min));
}
