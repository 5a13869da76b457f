import { createHash, randomBytes } from 'node:crypto';
import { serviceLimits } from '@roomtone/protocol';
import type { UserRecord } from '../../ports/account-storage.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type { Site } from '../../ports/passkeys.ts';

/** A sign-in that has passed its first step. */
export interface SignInChallenge {
  readonly userId: string;
  /** The name as it was given, by which failures are counted. */
  readonly name: string;
  readonly remembered: boolean;
  /** Changes with the password, which ends the sign-in. */
  readonly passwordMark: string;
  /** The challenge that a passkey has to sign, and for which pages; absent if none was asked for. */
  readonly passkey?: { readonly challenge: string; readonly site: Site };
}

/** Sign-ins that wait for their second step. Each has a token that does nothing else, works once, and is kept as a hash. */
export class SignInChallenges {
  readonly #ephemeral: Pick<Ephemeral, 'get' | 'set' | 'take'>;

  constructor(ephemeral: Pick<Ephemeral, 'get' | 'set' | 'take'>) {
    this.#ephemeral = ephemeral;
  }

  /** Resolves with the token. */
  async open(user: UserRecord, about: Omit<SignInChallenge, 'userId' | 'passwordMark'>): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const challenge: SignInChallenge = { ...about, userId: user.userId, passwordMark: passwordMark(user) };
    await this.#ephemeral.set(keyOf(token), JSON.stringify(challenge), serviceLimits.secondFactor.challenge.ms);
    return token;
  }

  async find(token: string): Promise<SignInChallenge | undefined> {
    const text = await this.#ephemeral.get(keyOf(token));
    return text === undefined ? undefined : (JSON.parse(text) as SignInChallenge);
  }

  /** Uses it up; true for one caller only. */
  async close(token: string): Promise<boolean> {
    return (await this.#ephemeral.take(keyOf(token))) !== undefined;
  }
}

/** True if the user's password is still the one that was checked. */
export function isOfSamePassword({ passwordMark: mark }: SignInChallenge, user: UserRecord): boolean {
  return mark === passwordMark(user);
}

function passwordMark({ passwordHash }: UserRecord): string {
  return sha256(`password ${passwordHash}`);
}

function keyOf(token: string): string {
  return `sign-in-challenge:${sha256(token)}`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
