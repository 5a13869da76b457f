import { beforeEach, describe, expect, it } from 'vitest';
import type { KeptTokens } from '../../shared/ipc.ts';
import type { Host } from '../hosting/host.ts';
import { TokenController, type TokenKeeper } from './token-controller.ts';

const own = 'own';
const other = 'key:other';
const ada: KeptTokens = { userId: 'ada', refreshToken: 'a' };
const teo: KeptTokens = { userId: 'teo', refreshToken: 't' };

class Keychain implements TokenKeeper {
  readonly kept = new Map<string, KeptTokens>();
  async load(server: string): Promise<KeptTokens | null> {
    return this.kept.get(server) ?? null;
  }
  async save(server: string, tokens: KeptTokens): Promise<void> {
    this.kept.set(server, tokens);
  }
  async forget(server: string): Promise<void> {
    this.kept.delete(server);
  }
}

let keychain: Keychain;
let opened: string[];

beforeEach(() => {
  keychain = new Keychain();
  opened = [];
});

const answerSession = async (_kind: 'session', { name }: { name: string }) => {
  opened.push(name);
  return { userId: 'local', username: 'ada', refreshToken: `local-${opened.length}` };
};

function newController(): TokenController {
  return new TokenController({
    keeper: keychain,
    profileName: 'Ada L.',
    ownServer: own,
    host: {
      ask: answerSession as Host['ask'],
    },
  });
}

describe('sign-ins', () => {
  it('always exist at the app’s own server, even with an empty keychain', async () => {
    const controller = newController();
    expect(await controller.load(own)).toEqual({ userId: 'local', refreshToken: 'local-1' });
    expect(opened).toEqual(['Ada L.']);
    expect(await controller.load(other)).toBeNull();
  });

  it('are requested from the server once, however many callers wait', async () => {
    const controller = newController();
    const all = await Promise.all([controller.load(own), controller.load(own), controller.load(own)]);
    expect(new Set(all.map((tokens) => tokens?.refreshToken))).toEqual(new Set(['local-1']));
  });

  it('keep the last saved tokens for the run, and the local profile never gets into the keychain', async () => {
    const controller = newController();
    await controller.load(own);
    await controller.save(own, { userId: 'local', refreshToken: 'next' }, true);
    expect(await controller.load(own)).toEqual({ userId: 'local', refreshToken: 'next' });
    expect(keychain.kept.size).toBe(0);
    expect((await newController().load(own))?.refreshToken).toBe('local-2');
  });

  it('at other servers are remembered by the keychain', async () => {
    const controller = newController();
    await controller.save(other, ada, true);
    await controller.save(own, teo, true);
    const next = newController();
    expect(await next.load(other)).toEqual(ada);
    expect(await next.load(own)).toEqual(teo);
    expect(next.localUserId, 'opens no session').toBeUndefined();
    expect(opened).toEqual([]);
  });

  it('that should not last are forgotten with the run, along with what was stored before', async () => {
    const controller = newController();
    await controller.save(other, ada, true);
    await controller.save(other, teo, false);
    expect(await controller.load(other)).toEqual(teo);
    expect(await newController().load(other)).toBeNull();
  });

  it('are gone elsewhere after signing out, and the local profile is back here', async () => {
    const controller = newController();
    await controller.save(other, ada, true);
    await controller.save(own, teo, true);
    await controller.forget(other);
    await controller.forget(own);
    expect(await controller.load(other)).toBeNull();
    expect((await controller.load(own))?.userId).toBe('local');
  });
});
