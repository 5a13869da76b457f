import { issues, RoomtoneError, serviceLimits, validationError } from '@roomtone/protocol';
import type { PasskeyEntry, RecoveryCodesView, SecondFactorView, TotpSetupView } from '@roomtone/protocol/rest';
import type { AdminSecondFactor } from '../../domain/active-roles.ts';
import type { UserRecord } from '../../ports/account-storage.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type { PasswordHasher } from '../../ports/password-hasher.ts';
import type { PasskeyRecord } from '../../ports/second-factor-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import type { SecondFactorChange } from '../mail/notice-texts.ts';
import type { MailRequest } from './account-mails.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import type { SealedSecrets } from './sealed-secrets.ts';
import { newTotpSecret, totpStepOf } from './totp.ts';

export interface SecondFactorsDeps {
  readonly storage: Pick<Storage, 'userById' | 'secondFactorsOf' | 'setTotp' | 'removeTotp' | 'setRecoveryCodes'>;
  readonly ephemeral: Pick<Ephemeral, 'get' | 'set' | 'delete'>;
  readonly hasher: Pick<PasswordHasher, 'verify'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly secrets: SealedSecrets;
  readonly config: { readonly name: string; readonly adminSecondFactor: AdminSecondFactor };
  readonly onChanged: SecondFactorChanged;
}

/** Called after each change of a user's second factors. */
export type SecondFactorChanged = (userId: string, change: SecondFactorChange, from: MailRequest) => void;

/**
 * A user's own second factors (S23). Every change asks for the password, so that nobody at a device that was left signed in can
 * take over the account or lock its user out.
 */
export interface SecondFactors {
  status(userId: string): Promise<SecondFactorView>;
  /** Makes a secret, which counts once confirmTotp() has got a code of it. @throws VALIDATION_ERROR on `password`. */
  beginTotp(userId: string, password: string): Promise<TotpSetupView>;
  /** @throws {RoomtoneError} VALIDATION_ERROR for a wrong code, RESOURCE_NOT_FOUND if nothing waits for one. */
  confirmTotp(userId: string, code: string, from: MailRequest): Promise<RecoveryCodesView>;
  removeTotp(userId: string, password: string, from: MailRequest): Promise<SecondFactorView>;
  /** Replaces the codes. @throws {RoomtoneError} RESOURCE_NOT_FOUND for an account without a second factor. */
  replaceRecoveryCodes(userId: string, password: string, from: MailRequest): Promise<RecoveryCodesView>;
  /** @throws {RoomtoneError} VALIDATION_ERROR on `password`. */
  checkPassword(userId: string, password: string): Promise<UserRecord>;
}

export function createSecondFactors(deps: SecondFactorsDeps): SecondFactors {
  const { storage, ephemeral, secrets, clock, config, onChanged } = deps;

  const status = async (userId: string): Promise<SecondFactorView> => {
    const user = await existing(deps, userId);
    const { totp, passkeys, recoveryCodes } = await storage.secondFactorsOf(userId);
    return {
      enabled: user.hasSecondFactor === true,
      totp: totp !== undefined,
      passkeys: passkeys.map(passkeyEntry),
      recovery_codes: recoveryCodes,
      required: config.adminSecondFactor === 'required' && user.roles.includes('admin'),
    };
  };

  return {
    status,
    checkPassword: (userId, password) => checkPassword(deps, userId, password),

    async beginTotp(userId, password) {
      const { username } = await checkPassword(deps, userId, password);
      const { bytes, text, uri } = await newTotpSecret({ server: config.name, username });
      const { setupMs } = serviceLimits.secondFactor;
      await ephemeral.set(setupKey(userId), secrets.seal(bytes, userId), setupMs);
      return { secret: text, uri, expires_in: setupMs / 1000 };
    },

    async confirmTotp(userId, code, from) {
      const sealedSecret = await ephemeral.get(setupKey(userId));
      const secret = sealedSecret === undefined ? undefined : secrets.open(sealedSecret, userId);
      if (sealedSecret === undefined || secret === undefined) throw noSetup();
      const step = await totpStepOf(code, secret, clock.nowMs());
      if (step === undefined) throw validationError([{ field: 'code', ...issues.wrongCode }]);
      const { hasSecondFactor } = await existing(deps, userId);
      const { codes, hashes } = newRecoveryCodes();
      // This code has been used, too.
      await storage.setTotp(userId, { sealedSecret, lastStep: step }, hashes);
      await ephemeral.delete(setupKey(userId));
      onChanged(userId, 'totp_added', from);
      return { recovery_codes: hasSecondFactor === true ? [] : [...codes] };
    },

    async removeTotp(userId, password, from) {
      await checkPassword(deps, userId, password);
      await storage.removeTotp(userId);
      onChanged(userId, 'totp_removed', from);
      return status(userId);
    },

    async replaceRecoveryCodes(userId, password, from) {
      const { hasSecondFactor } = await checkPassword(deps, userId, password);
      if (hasSecondFactor !== true) {
        throw new RoomtoneError('RESOURCE_NOT_FOUND', 'This account has no second factor to recover.');
      }
      const { codes, hashes } = newRecoveryCodes();
      await storage.setRecoveryCodes(userId, hashes);
      onChanged(userId, 'recovery_codes_replaced', from);
      return { recovery_codes: [...codes] };
    },
  };
}

function passkeyEntry({ passkeyId, name, createdAt, lastUsed }: PasskeyRecord): PasskeyEntry {
  return {
    passkey_id: passkeyId,
    name,
    created_at: new Date(createdAt).toISOString(),
    last_used: new Date(lastUsed ?? createdAt).toISOString(),
  };
}

async function existing({ storage }: Pick<SecondFactorsDeps, 'storage'>, userId: string): Promise<UserRecord> {
  const user = await storage.userById(userId);
  if (user === undefined) throw new RoomtoneError('AUTHENTICATION_ERROR', 'This account no longer exists.');
  return user;
}

async function checkPassword(deps: SecondFactorsDeps, userId: string, password: string): Promise<UserRecord> {
  const user = await existing(deps, userId);
  if (await deps.hasher.verify(user.passwordHash, password, { by: `user:${userId}` })) return user;
  throw validationError([{ field: 'password', ...issues.wrong }]);
}

function setupKey(userId: string): string {
  return `totp-setup:${userId}`;
}

function noSetup(): RoomtoneError {
  return new RoomtoneError('RESOURCE_NOT_FOUND', 'No authenticator app waits for its first code. Start again.');
}
