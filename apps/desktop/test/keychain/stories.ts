import { equal, notEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { keychainService, loadKeytar, openKeychain } from '../../src/main/keychain/keychain.ts';
import { KeychainTokenKeeper } from '../../src/main/keychain/keychain-tokens.ts';
import { tokenKeeperContract, tokens } from '../contracts/token-keeper.ts';
import { runStory } from '../support/story-results.ts';

// Runs in a session with its own Secret Service and prints each story's result as one JSON object per line.

const opened = await openKeychain(loadKeytar);
await runStory('finds the keychain of this session', async () => notEqual(opened, undefined));
if (opened === undefined) process.exit();
const keychain = opened;

for (const { title, act } of tokenKeeperContract) await runStory(title, () => act(keychain));

await runStory('another program finds the sign-in under service and account, until it is signed out', async () => {
  const server = 'https://studio:7420';
  const keeper = new KeychainTokenKeeper(Promise.resolve(keychain), () => 'key:studio');
  await keeper.save(server, tokens('ann', 'a token'));
  equal(lookUp('key:studio ann'), JSON.stringify(tokens('ann', 'a token')));
  await keeper.forget(server);
  equal(lookUp('key:studio ann'), '');
});

/** Reads an entry with libsecret's own program; "" for none. */
function lookUp(account: string): string {
  try {
    return execFileSync('secret-tool', ['lookup', 'service', keychainService, 'account', account], {
      encoding: 'utf8',
    });
  } catch {
    return '';
  }
}
