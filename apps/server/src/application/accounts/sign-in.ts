import { issues, limits, RoomtoneError, validationError } from '@roomtone/protocol';
import type { LoginBody, LoginView, SecondFactorBody, SecondFactorNeeded } from '@roomtone/protocol/rest';
import type { UserRecord } from '../../ports/account-storage.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PasswordHasher } from '../../ports/password-hasher.ts';
import type { Storage } from '../../ports/storage.ts';
import { addressBlock } from '../address-block.ts';
import type { LoginLock } from './login-lock.ts';
import { recoveryHash } from './recovery-codes.ts';
import type { SealedSecrets } from './sealed-secrets.ts';
import type { Origin, Sessions } from './sessions.ts';
import { isOfSamePassword, type SignInChallenge, type SignInChallenges } from './sign-in-challenges.ts';
import { totpStepOf } from './totp.ts';

export interface SignInDeps {
  readonly storage: Pick<
    Storage,
    'userByLogin' | 'userById' | 'secondFactorsOf' | 'spendTotpStep' | 'spendRecoveryCode'
  >;
  readonly hasher: Pick<PasswordHasher, 'verify'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly sessions: Pick<Sessions, 'start'>;
  readonly challenges: SignInChallenges;
  readonly secrets: Pick<SealedSecrets, 'open'>;
  /** Counts failures by the name as it was given, of both steps. */
  readonly loginLock: LoginLock;
  /** Counts failures of the second step by account: whoever gets there knows the password. */
  readonly secondFactorLock: LoginLock;
}

/** How far an attempt to sign in has come. */
export type SignInOutcome =
  | { readonly kind: 'signedIn'; readonly user: UserRecord; readonly remembered: boolean; readonly from: Origin }
  | { readonly kind: 'secondFactorNeeded'; readonly user: UserRecord; readonly needed: SecondFactorNeeded }
  | { readonly kind: 'failed'; readonly error: RoomtoneError };

/** Signing in with a password and, where the account has one, a second factor (S12, S23). */
export interface SignIn {
  /** @throws {RoomtoneError} AUTHENTICATION_ERROR; its reason is `second_factor` if only that is missing. */
  withPassword(body: LoginBody, from: Origin): Promise<LoginView>;
  /** @throws {RoomtoneError} VALIDATION_ERROR for a wrong factor, AUTHENTICATION_ERROR for an ended challenge. */
  withSecondFactor(body: SecondFactorBody, from: Origin): Promise<LoginView>;
}

export function createSignIn(deps: SignInDeps): SignIn {
  const { storage, hasher, challenges } = deps;

  /** The one place where every attempt ends, with its outcome. */
  const settle = async (outcome: SignInOutcome): Promise<LoginView> => {
    switch (outcome.kind) {
      case 'signedIn':
        return deps.sessions.start(outcome.user, outcome.remembered, outcome.from);
      case 'secondFactorNeeded':
        throw secondFactorNeeded(outcome.needed);
      case 'failed':
        throw outcome.error;
    }
  };

  return {
    async withPassword({ username: name, password, remember_me: remembered = false }, from) {
      const user = await storage.userByLogin(name);
      const attempt = async () => {
        const matches = await hasher.verify(user?.passwordHash, password, { isLogin: true });
        return user !== undefined && matches ? user : undefined;
      };
      // A right password does not end a row of failures while a second factor is missing: guesses of it belong to that row.
      const isDone = (found: UserRecord) => found.hasSecondFactor !== true;
      const found = await deps.loginLock.try({ name, address: addressBlock(from.address) }, attempt, isDone);
      if (found === undefined) return settle({ kind: 'failed', error: wrongCredentials() });
      if (isDone(found)) return settle({ kind: 'signedIn', user: found, remembered, from });
      const { totp, recoveryCodes } = await storage.secondFactorsOf(found.userId);
      const needed: SecondFactorNeeded = {
        challenge: await challenges.open(found, { name, remembered }),
        expires_in: limits.secondFactor.challenge.ms / 1000,
        methods: [
          ...(totp === undefined ? [] : (['code'] as const)),
          ...(recoveryCodes === 0 ? [] : (['recovery_code'] as const)),
        ],
      };
      return settle({ kind: 'secondFactorNeeded', user: found, needed });
    },

    async withSecondFactor(body, from) {
      const field = onlyFactor(body);
      const challenge = await challenges.find(body.challenge);
      if (challenge === undefined) return settle({ kind: 'failed', error: challengeEnded() });
      const address = addressBlock(from.address);
      const attempt = async () => {
        const user = await currentUser(deps, challenge);
        if (user === undefined) return { kind: 'failed', error: challengeEnded() } as const;
        if (!(await isRightFactor(deps, user, body))) return undefined;
        // Another request with the same challenge, and another factor, may have been faster.
        if (!(await challenges.close(body.challenge))) return { kind: 'failed', error: challengeEnded() } as const;
        return { kind: 'signedIn', user, remembered: challenge.remembered, from } as const;
      };
      const counts = (outcome: SignInOutcome) => outcome.kind === 'signedIn';
      const outcome = await deps.loginLock.try(
        { name: challenge.name, address },
        () => deps.secondFactorLock.try({ name: challenge.userId, address }, attempt, counts),
        counts,
      );
      const wrong = validationError([{ field, ...issues.wrongCode }]);
      return settle(outcome ?? { kind: 'failed', error: wrong });
    },
  };
}

/** The user of a challenge; undefined if the password has changed since, or the account is gone. */
async function currentUser({ storage }: SignInDeps, challenge: SignInChallenge): Promise<UserRecord | undefined> {
  const user = await storage.userById(challenge.userId);
  return user !== undefined && isOfSamePassword(challenge, user) ? user : undefined;
}

async function isRightFactor(
  { storage, secrets, clock }: SignInDeps,
  { userId }: UserRecord,
  { code, recovery_code: recoveryCode }: SecondFactorBody,
): Promise<boolean> {
  if (recoveryCode !== undefined) return storage.spendRecoveryCode(userId, recoveryHash(recoveryCode));
  const { totp } = await storage.secondFactorsOf(userId);
  const secret = totp === undefined ? undefined : secrets.open(totp.sealedSecret, userId);
  if (code === undefined || secret === undefined) return false;
  const step = await totpStepOf(code, secret, clock.nowMs());
  return step !== undefined && storage.spendTotpStep(userId, step);
}

/** The name of the factor in a body. @throws {RoomtoneError} VALIDATION_ERROR unless there is exactly one. */
function onlyFactor(body: SecondFactorBody): 'code' | 'recovery_code' {
  const given = (['code', 'recovery_code'] as const).filter((name) => body[name] !== undefined);
  const [field, ...more] = given;
  if (field === undefined) throw validationError([{ field: 'code', ...issues.required }]);
  if (more.length > 0) throw validationError([{ field: 'code', ...issues.invalid('must be the only second factor') }]);
  return field;
}

function secondFactorNeeded(needed: SecondFactorNeeded): RoomtoneError {
  return new RoomtoneError('AUTHENTICATION_ERROR', 'This account also needs a second factor.', {
    reason: 'second_factor',
    second_factor: needed,
  });
}

function challengeEnded(): RoomtoneError {
  return new RoomtoneError('AUTHENTICATION_ERROR', 'This sign-in has ended. Start again with the password.', {
    reason: 'challenge_ended',
  });
}

/** The same for an unknown user and for a wrong password. */
function wrongCredentials(): RoomtoneError {
  return new RoomtoneError('AUTHENTICATION_ERROR', 'The username or the password is wrong.');
}
