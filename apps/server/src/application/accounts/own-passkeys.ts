import { issues, RoomtoneError, serviceLimits, validationError } from '@roomtone/protocol';
import type { AddPasskeyBody, PasskeyOptionsView, RecoveryCodesView, SecondFactorView } from '@roomtone/protocol/rest';
import type { Clock } from '../../ports/clock.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type { Passkeys, Site } from '../../ports/passkeys.ts';
import type { Storage } from '../../ports/storage.ts';
import type { MailRequest } from './account-mails.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import type { SecondFactorChanged, SecondFactors } from './second-factors.ts';

export interface OwnPasskeysDeps {
  readonly storage: Pick<Storage, 'userById' | 'secondFactorsOf' | 'addPasskey' | 'removePasskey'>;
  readonly ephemeral: Pick<Ephemeral, 'set' | 'take'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly passkeys: Pick<Passkeys, 'creation' | 'created'>;
  readonly secondFactors: Pick<SecondFactors, 'checkPassword' | 'status'>;
  /** The server's name. */
  readonly config: { readonly name: string };
  readonly onChanged: SecondFactorChanged;
}

/** A user's own passkeys (S23). */
export interface OwnPasskeys {
  /** @throws {RoomtoneError} VALIDATION_ERROR on `password`; RESOURCE_NOT_FOUND where there are no passkeys. */
  begin(userId: string, password: string, site: Site | undefined): Promise<PasskeyOptionsView>;
  /** @throws {RoomtoneError} VALIDATION_ERROR on `id`, RESOURCE_NOT_FOUND if none was begun. */
  add(userId: string, body: AddPasskeyBody, from: MailRequest): Promise<RecoveryCodesView>;
  /** @throws {RoomtoneError} VALIDATION_ERROR on `password`, RESOURCE_NOT_FOUND. */
  remove(userId: string, passkeyId: string, password: string, from: MailRequest): Promise<SecondFactorView>;
}

interface Begun {
  readonly challenge: string;
  readonly site: Site;
}

export function createOwnPasskeys(deps: OwnPasskeysDeps): OwnPasskeys {
  const { storage, ephemeral, clock, passkeys, secondFactors, config, onChanged } = deps;
  return {
    async begin(userId, password, site) {
      const { username } = await secondFactors.checkPassword(userId, password);
      if (site === undefined) {
        throw new RoomtoneError('RESOURCE_NOT_FOUND', 'Passkeys need https and a name in place of an IP address.');
      }
      const { passkeys: existing } = await storage.secondFactorsOf(userId);
      const { challenge, options } = await passkeys.creation({ site, server: config.name, username, existing });
      const begun: Begun = { challenge, site };
      await ephemeral.set(setupKey(userId), JSON.stringify(begun), serviceLimits.secondFactor.setupMs);
      return { options };
    },

    async add(userId, { name, ...answer }, from) {
      const text = await ephemeral.take(setupKey(userId));
      if (text === undefined) throw new RoomtoneError('RESOURCE_NOT_FOUND', 'No passkey was begun. Start again.');
      const { challenge, site } = JSON.parse(text) as Begun;
      const created = await passkeys.created(answer, { challenge, site });
      if (created === undefined) throw validationError([{ field: 'id', ...issues.wrongCode }]);
      const { hasSecondFactor } = (await storage.userById(userId)) ?? {};
      const { codes, hashes } = newRecoveryCodes();
      const record = { ...created, host: site.host, name, createdAt: clock.nowMs(), lastUsed: undefined };
      const result = await storage.addPasskey(userId, record, hashes);
      if (result === 'taken') throw validationError([{ field: 'id', ...issues.taken }]);
      if (result === 'tooMany') {
        throw validationError([
          { field: 'id', ...issues.invalid(`is one passkey more than ${serviceLimits.passkeys.max}`) },
        ]);
      }
      onChanged(userId, 'passkey_added', from);
      return { recovery_codes: hasSecondFactor === true ? [] : [...codes] };
    },

    async remove(userId, passkeyId, password, from) {
      await secondFactors.checkPassword(userId, password);
      if (!(await storage.removePasskey(userId, passkeyId))) {
        throw new RoomtoneError('RESOURCE_NOT_FOUND', 'You have no such passkey.');
      }
      onChanged(userId, 'passkey_removed', from);
      return secondFactors.status(userId);
    },
  };
}

function setupKey(userId: string): string {
  return `passkey-setup:${userId}`;
}
