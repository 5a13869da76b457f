import { beforeEach, describe, expect, it } from 'vitest';
import type { KeptTokens } from '../../shared/ipc.ts';
import type { Host } from '../hosting/host.ts';
import { TokenDesk, type TokenKeeper } from './token-desk.ts';

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

function newDesk(): TokenDesk {
  return new TokenDesk({
    keeper: keychain,
    profileName: 'Ada L.',
    host: {
      ask: answerSession as Host['ask'],
    },
  });
}

describe('who is signed in', () => {
  it('on the app’s own server is whoever sits here, with an empty keychain, too', async () => {
    const desk = newDesk();
    expect(await desk.load(own)).toEqual({ userId: 'local', refreshToken: 'local-1' });
    expect(opened).toEqual(['Ada L.']);
    expect(await desk.load(other)).toBeNull();
  });

  it('is asked of the server once, however many ask', async () => {
    const desk = newDesk();
    const all = await Promise.all([desk.load(own), desk.load(own), desk.load(own)]);
    expect(new Set(all.map((tokens) => tokens?.refreshToken))).toEqual(new Set(['local-1']));
  });

  it('stays for the run as it was saved last, and the local profile never gets into the keychain', async () => {
    const desk = newDesk();
    await desk.load(own);
    await desk.save(own, { userId: 'local', refreshToken: 'next' }, true);
    expect(await desk.load(own)).toEqual({ userId: 'local', refreshToken: 'next' });
    expect(keychain.kept.size).toBe(0);
    expect((await newDesk().load(own))?.refreshToken).toBe('local-2');
  });

  it('is remembered by the keychain for others, on every server', async () => {
    const desk = newDesk();
    await desk.save(other, ada, true);
    await desk.save(own, teo, true);
    const next = newDesk();
    expect(await next.load(other)).toEqual(ada);
    expect(await next.load(own)).toEqual(teo);
    expect(next.localUserId, 'nobody had to be signed in').toBeUndefined();
    expect(opened).toEqual([]);
  });

  it('is forgotten with the run when it was not to last, and what was kept before with it', async () => {
    const desk = newDesk();
    await desk.save(other, ada, true);
    await desk.save(other, teo, false);
    expect(await desk.load(other)).toEqual(teo);
    expect(await newDesk().load(other)).toBeNull();
  });

  it('is nobody elsewhere, and the local profile here, after signing out', async () => {
    const desk = newDesk();
    await desk.save(other, ada, true);
    await desk.save(own, teo, true);
    await desk.forget(other);
    await desk.forget(own);
    expect(await desk.load(other)).toBeNull();
    expect((await desk.load(own))?.userId).toBe('local');
  });
});
