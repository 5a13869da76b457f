import { limits } from '@roomtone/protocol';

/** This product's name, which no list of leaked passwords has. */
const ownNames = ['roomtone', 'room tone', 'room-tone', 'room_tone'];

let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * True for a common password in any capitalisation, and for a common word with a few digits and signs around it: `Summer2024`
 * and `Password1!` are among the first that anybody tries.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= loadCommon();
  const common = await loading;
  const lower = password.toLowerCase();
  const word = lower.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
  const around = [...lower].length - [...word].length;
  return common.has(lower) || (around <= limits.passwordDecoration && common.has(word));
}

/** zxcvbn's list of leaked passwords, and our own names; loaded with the first check. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...ownNames]);
}
