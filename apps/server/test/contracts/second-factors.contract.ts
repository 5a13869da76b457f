import { beforeEach, describe, expect, test } from 'vitest';
import type { Storage } from '../../src/ports/storage.ts';
import { userRecord } from '../support/records.ts';

const ada = 'id-of-ada';
const none = { totp: undefined, passkeys: [], recoveryCodes: 0 };

/** Second factors in every Storage. `open` is called for each test. */
export function secondFactorsContract(open: () => Promise<Storage>): void {
  let storage: Storage;

  beforeEach(async () => {
    storage = await open();
    for (const name of ['ada', 'Grace']) await storage.createUser(userRecord(name));
    return () => storage.close();
  });

  describe('second factors', () => {
    test('ports: the first one brings the recovery codes, and the last one takes them along', async () => {
      expect(await storage.secondFactorsOf(ada)).toEqual(none);
      await storage.setTotp(ada, { sealedSecret: 'one', lastStep: 7 }, ['a', 'b']);
      expect(await storage.secondFactorsOf(ada)).toEqual({
        totp: { sealedSecret: 'one', lastStep: 7 },
        passkeys: [],
        recoveryCodes: 2,
      });
      expect(await storage.userById(ada)).toEqual(userRecord('ada', { hasSecondFactor: true }));
      expect(await storage.secondFactorsOf('id-of-Grace')).toEqual(none);
      await storage.setTotp(ada, { sealedSecret: 'two', lastStep: 8 }, ['c']);
      expect(await storage.secondFactorsOf(ada)).toEqual({
        totp: { sealedSecret: 'two', lastStep: 8 },
        passkeys: [],
        recoveryCodes: 2,
      });
      await storage.removeTotp(ada);
      expect([await storage.secondFactorsOf(ada), await storage.userById(ada)]).toEqual([none, userRecord('ada')]);
    });

    test('ports: a time step is spent once, and with it all before', async () => {
      await storage.setTotp(ada, { sealedSecret: 'one', lastStep: 7 }, []);
      const spent = await Promise.all([7, 9, 9, 8, 10].map((step) => storage.spendTotpStep(ada, step)));
      expect(spent).toEqual([false, true, false, false, true]);
      expect(await storage.spendTotpStep('id-of-Grace', 1)).toBe(false);
    });

    test('ports: a recovery code is spent once, and all can be replaced', async () => {
      await storage.setTotp(ada, { sealedSecret: 'one', lastStep: 7 }, ['a', 'b']);
      const spend = (code: string) => storage.spendRecoveryCode(ada, code);
      expect(await Promise.all(['a', 'a', 'x'].map(spend))).toEqual([true, false, false]);
      expect(await storage.spendRecoveryCode('id-of-Grace', 'b')).toBe(false);
      await storage.setRecoveryCodes(ada, ['c']);
      expect(await Promise.all(['b', 'c'].map(spend))).toEqual([false, true]);
    });

    test('ports: all go at once, and with their account', async () => {
      await storage.setTotp(ada, { sealedSecret: 'one', lastStep: 7 }, ['a']);
      expect([await storage.removeSecondFactors(ada), await storage.removeSecondFactors(ada)]).toEqual([true, false]);
      expect(await storage.secondFactorsOf(ada)).toEqual(none);
      await storage.setTotp(ada, { sealedSecret: 'one', lastStep: 7 }, ['a']);
      await storage.deleteUser(ada);
      expect(await storage.secondFactorsOf(ada)).toEqual(none);
    });

    test('ports: passkeys belong to one account, and count their uses', async () => {
      const passkey = (passkeyId: string, counter = 0) => ({
        ...{ passkeyId, host: 'a.example', name: 'Phone', publicKey: 'k', counter, transports: ['usb', 'nfc'] },
        ...{ createdAt: 5, lastUsed: undefined },
      });
      expect(await storage.addPasskey(ada, passkey('one'), ['a'])).toBe('added');
      expect(await storage.addPasskey(ada, passkey('two', 3), ['b', 'c'])).toBe('added');
      expect(await storage.addPasskey('id-of-Grace', passkey('two'), ['d'])).toBe('taken');
      expect((await storage.userById('id-of-Grace'))?.hasSecondFactor).toBeUndefined();
      expect(await storage.secondFactorsOf(ada)).toEqual({
        ...{ totp: undefined, passkeys: [passkey('one'), passkey('two', 3)], recoveryCodes: 1 },
      });
      const uses = [0, 0, 1].map((counter) => storage.spendPasskey(ada, 'one', counter, 6));
      expect(await Promise.all(uses)).toEqual([true, true, true]);
      const counted = [3, 4, 4, 0].map((counter) => storage.spendPasskey(ada, 'two', counter, 7));
      expect(await Promise.all(counted)).toEqual([false, true, false, false]);
      expect(await storage.spendPasskey('id-of-Grace', 'two', 9, 7)).toBe(false);
      expect((await storage.secondFactorsOf(ada)).passkeys.map(({ lastUsed }) => lastUsed)).toEqual([6, 7]);
      await storage.setTotp(ada, { sealedSecret: 'one', lastStep: 7 }, []);
      const removed = [await storage.removePasskey('id-of-Grace', 'one'), await storage.removePasskey(ada, 'one')];
      expect([removed, await storage.removePasskey(ada, 'two')]).toEqual([[false, true], true]);
      expect((await storage.secondFactorsOf(ada)).recoveryCodes).toBe(1);
      await storage.removeTotp(ada);
      expect(await storage.secondFactorsOf(ada)).toEqual(none);
      await storage.addPasskey(ada, passkey('one'), ['a']);
      expect([await storage.removeSecondFactors(ada), await storage.secondFactorsOf(ada)]).toEqual([true, none]);
    });

    test('ports: a user who does not exist gets none', async () => {
      await storage.setTotp('nobody', { sealedSecret: 'one', lastStep: 7 }, ['a']);
      await storage.setRecoveryCodes('nobody', ['a']);
      expect(await storage.secondFactorsOf('nobody')).toEqual(none);
    });
  });
}
