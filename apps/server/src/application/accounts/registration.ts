import { randomInt, randomUUID } from 'node:crypto';
import {
  cleanDisplayName,
  displayNameIssue,
  type Issue,
  issues,
  limits,
  type Problem,
  RoomtoneError,
  validationError,
} from '@roomtone/protocol';
import type { RegisterBody } from '@roomtone/protocol/rest';
import type { UserRecord } from '../../ports/account-storage.ts';
import type { Clock } from '../../ports/clock.ts';
import { noPassword, type PasswordHasher } from '../../ports/password-hasher.ts';
import type { Storage } from '../../ports/storage.ts';
import { isMisleadingName, isReservedName } from './reserved-names.ts';

/** A name has ten thousand tags, so it is very unlikely that this many in a row are taken. */
const maxTagAttempts = 50;

/** The host's setting for email addresses at registration. */
type EmailRule = 'required' | 'optional';

/** The host's requirements for a new account. */
interface RegistrationRules {
  readonly email: EmailRule;
  readonly password: 'required' | 'optional';
}

export interface RegistrationDeps {
  readonly storage: Pick<Storage, 'createUser'>;
  readonly hasher: Pick<PasswordHasher, 'hash'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly config: RegistrationRules;
}

/**
 * Creates an account with the member role (S11.6). Checks what the schema of the body cannot.
 * @throws {RoomtoneError} VALIDATION_ERROR, also for a name or email that is taken; what createUser() throws.
 */
export async function registerUser(deps: RegistrationDeps, body: RegisterBody): Promise<UserRecord> {
  const displayName = body.display_name === undefined ? '' : cleanDisplayName(body.display_name);
  const problems = await registrationProblems(body, deps.config);
  if (problems.length > 0) throw validationError(problems);
  const account = {
    userId: randomUUID(),
    username: body.username,
    ...(displayName !== '' && { displayName }),
    email: body.email,
    passwordHash: body.password === undefined ? noPassword : await deps.hasher.hash(body.password),
    roles: ['member'],
    createdAt: deps.clock.nowMs(),
  };
  const result = await withUserTag(body.username, (userTag) => deps.storage.createUser({ ...account, userTag }));
  if ('taken' in result) throw validationError([{ field: result.taken, ...issues.taken }]);
  return result;
}

/**
 * Creates an account under a tag that is free.
 * @throws {RoomtoneError} SERVER_ERROR if none was found.
 */
export async function withUserTag<Created extends object | undefined>(
  username: string,
  create: (userTag: string) => Promise<Created>,
): Promise<Created> {
  for (let attempt = 0; attempt < maxTagAttempts; attempt++) {
    const result = await create(newUserTag(username));
    const isTagTaken = result !== undefined && 'taken' in result && result.taken === 'userTag';
    if (!isTagTaken) return result;
  }
  throw new RoomtoneError('SERVER_ERROR', 'No free user tag was found for this name. Try again.');
}

/** The problems of a registration that the schema does not find. */
async function registrationProblems(body: RegisterBody, rules: RegistrationRules): Promise<Problem[]> {
  const problems: Problem[] = [];
  if (isReservedName(body.username)) problems.push({ field: 'username', ...issues.reserved });
  problems.push(...displayNameProblems(body.display_name));
  if (rules.email === 'required' && body.email === undefined) problems.push({ field: 'email', ...issues.required });
  if (body.password === undefined && rules.password === 'required') {
    problems.push({ field: 'password', ...issues.required });
  }
  const issue = body.password === undefined ? undefined : await passwordIssue(body.password, body);
  if (issue !== undefined) problems.push({ field: 'password', ...issue });
  if (body.confirm_password !== body.password) {
    problems.push({ field: 'confirm_password', ...issues.mismatch });
  }
  return problems;
}

/** The problems of a wanted display name (S11.10); "" wants none. */
export function displayNameProblems(wanted = ''): Problem[] {
  const name = cleanDisplayName(wanted);
  const issue =
    name === '' ? undefined : (displayNameIssue(name) ?? (isMisleadingName(name) ? issues.reserved : undefined));
  return issue === undefined ? [] : [{ field: 'display_name', ...issue }];
}

/** Of a request that lacks the password of an account that has one. */
export const passwordRequired = { code: 'required', issue: 'is required for an account with a password' } as const;

/** The problem of a password of the right length (S11.3); undefined if it has none. */
export async function passwordIssue(
  password: string,
  account: { readonly username: string; readonly email?: string | undefined },
): Promise<Issue | undefined> {
  const lower = password.toLowerCase();
  if (lower === account.username.toLowerCase()) return issues.isUsername;
  if (lower === account.email?.toLowerCase()) return issues.isEmail;
  return (await isCommonPassword(password)) ? issues.tooCommon : undefined;
}

function newUserTag(username: string): string {
  return `${username.toLowerCase()}#${String(randomInt(10_000)).padStart(4, '0')}`;
}

/** This product's name, which no list of leaked passwords has. */
const ownNames = ['roomtone', 'room tone', 'room-tone', 'room_tone'];

let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * True for a common password in any capitalisation, and for a common word with a few digits and signs around it: `Summer2024`
 * and `Password1!` are among the first that anybody tries.
 */
async function isCommonPassword(password: string): Promise<boolean> {
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
