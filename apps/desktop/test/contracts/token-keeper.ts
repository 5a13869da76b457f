import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Keychain, keychainService } from '../../src/main/keychain/keychain.ts';
import { KeychainTokenKeeper } from '../../src/main/keychain/keychain-tokens.ts';

/** The behaviour of a token keeper on any keychain. Each case uses new servers. */
export const tokenKeeperContract: readonly {
  readonly title: string;
  readonly act: (keychain: Keychain) => Promise<void>;
}[] = [
  {
    title: 'returns the last saved tokens, even to the next run of the app',
    act: async (keychain) => {
      const { server, keeper } = served(keychain);
      equal(await keeper().load(server), null);
      await keeper().save(server, tokens('ann', 'first'));
      await keeper().save(server, tokens('ann', 'second'));
      deepEqual(await keeper().load(server), tokens('ann', 'second'));
    },
  },
  {
    title: 'keeps one entry per server and account, and a new sign-in replaces the previous one',
    act: async (keychain) => {
      const { server, identity, keeper } = served(keychain);
      await keeper().save(server, tokens('ann', 'hers'));
      deepEqual(await accountsOf(keychain, identity), [`${identity} ann`]);
      await keeper().save(server, tokens('ben', 'his'));
      deepEqual(await accountsOf(keychain, identity), [`${identity} ben`]);
      deepEqual(await keeper().load(server), tokens('ben', 'his'));
    },
  },
  {
    title: 'forgets a sign-in on signing out, and none of another server',
    act: async (keychain) => {
      const [one, other] = [served(keychain), served(keychain)];
      await one.keeper().save(one.server, tokens('ann', 'a'));
      await other.keeper().save(other.server, tokens('ann', 'b'));
      await one.keeper().forget(one.server);
      equal(await one.keeper().load(one.server), null);
      deepEqual(await accountsOf(keychain, one.identity), []);
      deepEqual(await other.keeper().load(other.server), tokens('ann', 'b'));
      await other.keeper().forget(other.server);
    },
  },
  {
    title: 'keeps the last of several quick saves',
    act: async (keychain) => {
      const { server, keeper } = served(keychain);
      const one = keeper();
      await Promise.all(['1', '2', '3'].map((token) => one.save(server, tokens('ann', token))));
      deepEqual(await one.load(server), tokens('ann', '3'));
      await one.forget(server);
    },
  },
  {
    title:
      'identifies a server by its key: another one at the same address gets nothing, the same one elsewhere everything',
    act: async (keychain) => {
      const identities = new Map([['https://studio:7420', `key:${randomUUID()}`]]);
      const keeper = new KeychainTokenKeeper(Promise.resolve(keychain), (server) => identities.get(server));
      await keeper.save('https://studio:7420', tokens('ann', 'a'));
      identities.set('https://192.168.1.4:7420', identities.get('https://studio:7420') ?? '');
      identities.set('https://studio:7420', `key:${randomUUID()}`);
      equal(await keeper.load('https://studio:7420'), null);
      deepEqual(await keeper.load('https://192.168.1.4:7420'), tokens('ann', 'a'));
      await keeper.forget('https://192.168.1.4:7420');
    },
  },
  {
    title: 'keeps nothing for a server that cannot prove its identity',
    act: async (keychain) => {
      const before = await keychain.findCredentials(keychainService);
      const keeper = new KeychainTokenKeeper(Promise.resolve(keychain), () => undefined);
      await keeper.save('http://studio:7420', tokens('ann', 'a'));
      equal(await keeper.load('http://studio:7420'), null);
      deepEqual(await keychain.findCredentials(keychainService), before);
    },
  },
];

export function tokens(userId: string, refreshToken: string) {
  return { refreshToken, userId };
}

/** A server that nobody has signed in to, and the keepers of several runs of the app. */
function served(keychain: Keychain) {
  const identity = `key:${randomUUID()}`;
  return {
    server: 'https://studio:7420',
    identity,
    keeper: () => new KeychainTokenKeeper(Promise.resolve(keychain), () => identity),
  };
}

async function accountsOf(keychain: Keychain, identity: string): Promise<string[]> {
  const entries = await keychain.findCredentials(keychainService);
  return entries.map(({ account }) => account).filter((account) => account.startsWith(identity));
}
