import { issues, RoomtoneError, serviceLimits, validationError } from '@roomtone/protocol';
import type { LoginBody, LoginView, SecondFactorBody, SecondFactorNeeded } from '@roomtone/protocol/rest';
import type { UserRecord } from '../../ports/account-storage.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Passkeys, Site } from '../../ports/passkeys.ts';
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
    'userByLogin' | 'userById' | 'secondFactorsOf' | 'spendTotpStep' | 'spendRecoveryCode' | 'spendPasskey'
  >;
  readonly hasher: Pick<PasswordHasher, 'verify'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly sessions: Pick<Sessions, 'start'>;
  readonly challenges: SignInChallenges;
  readonly secrets: Pick<SealedSecrets, 'open'>;
  readonly passkeys: Pick<Passkeys, 'signIn' | 'signedIn'>;
  /** Counts failures by the name as it was given, of both steps. */
  readonly loginLock: LoginLock;
  /** Counts failures of the second step by account: whoever gets there knows the password. */
  readonly secondFactorLock: LoginLock;
}

/** How far an attempt to sign in has come. */
type SignInOutcome =
  | { readonly kind: 'signedIn'; readonly user: UserRecord; readonly remembered: boolean }
  | { readonly kind: 'secondFactorNeeded'; readonly needed: SecondFactorNeeded }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The person who signs in, and the address. */
interface SignInAttempt {
  /** As it was given. */
  readonly name: string;
  /** Undefined if no account has the name. */
  readonly userId: string | undefined;
  readonly from: Origin;
}

/** Signing in with a password and, where the account has one, a second factor (S12, S23). */
export interface SignIn {
  /**
   * @param site where the page runs; undefined where there are no passkeys.
   * @throws {RoomtoneError} AUTHENTICATION_ERROR; its reason is `second_factor` if only that is missing.
   */
  withPassword(body: LoginBody, from: Origin, site: Site | undefined): Promise<LoginView>;
  /** @throws {RoomtoneError} VALIDATION_ERROR for a wrong factor, AUTHENTICATION_ERROR for an ended challenge. */
  withSecondFactor(body: SecondFactorBody, from: Origin): Promise<LoginView>;
}

export function createSignIn(deps: SignInDeps): SignIn {
  const { storage, hasher, challenges } = deps;

  /** The one place where every attempt ends, with its outcome: also one that a lock refuses. */
  const settle = async ({ from }: SignInAttempt, outcome: SignInOutcome): Promise<LoginView> => {
    switch (outcome.kind) {
      case 'signedIn':
        return deps.sessions.start(outcome.user, outcome.remembered, from);
      case 'secondFactorNeeded':
        throw secondFactorNeeded(outcome.needed);
      case 'failed':
        throw outcome.error;
    }
  };

  const checkPassword = async (body: LoginBody, user: UserRecord | undefined, from: Origin, site: Site | undefined) => {
    const { username: name, password, remember_me: remembered = false } = body;
    const attempt = async () => {
      const matches = await hasher.verify(user?.passwordHash, password, { isLogin: true });
      return user !== undefined && matches ? user : undefined;
    };
    // A right password does not end a row of failures while a second factor is missing: guesses of it belong to that row.
    const isDone = (found: UserRecord) => found.hasSecondFactor !== true;
    const found = await deps.loginLock.try({ name, address: addressBlock(from.address) }, attempt, isDone);
    if (found === undefined) return { kind: 'failed', error: wrongCredentials() } as const;
    if (isDone(found)) return { kind: 'signedIn', user: found, remembered } as const;
    return { kind: 'secondFactorNeeded', needed: await askFor(deps, found, { name, remembered }, site) } as const;
  };

  const checkSecondFactor = async (body: SecondFactorBody, challenge: SignInChallenge | undefined, from: Origin) => {
    const field = onlyFactor(body);
    if (challenge === undefined) return { kind: 'failed', error: challengeEnded() } as const;
    const address = addressBlock(from.address);
    const attempt = async (): Promise<SignInOutcome | undefined> => {
      const user = await currentUser(deps, challenge);
      if (user === undefined) return { kind: 'failed', error: challengeEnded() };
      if (!(await isRightFactor(deps, user, body, challenge))) return undefined;
      // Another request with the same challenge, and another factor, may have been faster.
      if (!(await challenges.close(body.challenge))) return { kind: 'failed', error: challengeEnded() };
      return { kind: 'signedIn', user, remembered: challenge.remembered };
    };
    const counts = ({ kind }: SignInOutcome) => kind === 'signedIn';
    const outcome = await deps.loginLock.try(
      { name: challenge.name, address },
      () => deps.secondFactorLock.try({ name: challenge.userId, address }, attempt, counts),
      counts,
    );
    return outcome ?? ({ kind: 'failed', error: validationError([{ field, ...issues.wrongCode }]) } as const);
  };

  return {
    async withPassword(body, from, site) {
      const user = await storage.userByLogin(body.username);
      const attempt: SignInAttempt = { name: body.username, userId: user?.userId, from };
      return settle(attempt, await checkPassword(body, user, from, site).catch(failed));
    },
    async withSecondFactor(body, from) {
      const challenge = await challenges.find(body.challenge);
      const attempt: SignInAttempt = { name: challenge?.name ?? '', userId: challenge?.userId, from };
      return settle(attempt, await checkSecondFactor(body, challenge, from).catch(failed));
    },
  };
}

function failed(error: unknown): SignInOutcome {
  return { kind: 'failed', error };
}

/** Opens the second step of a sign-in. */
async function askFor(
  { storage, passkeys: signer, challenges }: SignInDeps,
  user: UserRecord,
  about: Pick<SignInChallenge, 'name' | 'remembered'>,
  site: Site | undefined,
): Promise<SecondFactorNeeded> {
  const { totp, passkeys, recoveryCodes } = await storage.secondFactorsOf(user.userId);
  const ofSite = passkeys.filter(({ host }) => host === site?.host);
  const asked = site === undefined || ofSite.length === 0 ? undefined : await signer.signIn({ site, passkeys: ofSite });
  const passkey = site === undefined || asked === undefined ? {} : { passkey: { challenge: asked.challenge, site } };
  return {
    challenge: await challenges.open(user, { ...about, ...passkey }),
    expires_in: serviceLimits.secondFactor.challenge.ms / 1000,
    methods: [
      ...(asked === undefined ? [] : (['passkey'] as const)),
      ...(totp === undefined ? [] : (['code'] as const)),
      ...(recoveryCodes === 0 ? [] : (['recovery_code'] as const)),
    ],
    ...(asked === undefined ? {} : { passkey: asked.options }),
  };
}

/** The user of a challenge; undefined if the password has changed since, or the account is gone. */
async function currentUser({ storage }: SignInDeps, challenge: SignInChallenge): Promise<UserRecord | undefined> {
  const user = await storage.userById(challenge.userId);
  return user !== undefined && isOfSamePassword(challenge, user) ? user : undefined;
}

async function isRightFactor(
  { storage, secrets, passkeys, clock }: SignInDeps,
  { userId }: UserRecord,
  { code, recovery_code: recoveryCode, passkey: answer }: SecondFactorBody,
  { passkey: asked }: SignInChallenge,
): Promise<boolean> {
  if (recoveryCode !== undefined) return storage.spendRecoveryCode(userId, recoveryHash(recoveryCode));
  const { totp, passkeys: known } = await storage.secondFactorsOf(userId);
  if (answer !== undefined) {
    const passkey = known.find(({ passkeyId, host }) => passkeyId === answer.id && host === asked?.site.host);
    if (asked === undefined || passkey === undefined) return false;
    const counter = await passkeys.signedIn(answer, { ...asked, passkey });
    return counter !== undefined && storage.spendPasskey(userId, passkey.passkeyId, counter, clock.nowMs());
  }
  const secret = totp === undefined ? undefined : secrets.open(totp.sealedSecret, userId);
  if (code === undefined || secret === undefined) return false;
  const step = await totpStepOf(code, secret, clock.nowMs());
  return step !== undefined && storage.spendTotpStep(userId, step);
}

/** The name of the factor in a body. @throws {RoomtoneError} VALIDATION_ERROR unless there is exactly one. */
function onlyFactor(body: SecondFactorBody): 'code' | 'recovery_code' | 'passkey' {
  const given = (['code', 'recovery_code', 'passkey'] as const).filter((name) => body[name] !== undefined);
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
