import Value from 'typebox/value';
import { type KeptTokens, Tokens } from '../../shared/ipc.ts';
import { type Keychain, keychainService, keychainWaitMs, within } from './keychain.ts';
import type { TokenKeeper } from './token-controller.ts';

/**
 * Stores sign-ins in the system's keychain and nowhere else: one entry per server and account, where a server is named by
 * its identity. For a server without an identity, or without a keychain, nothing is stored beyond the run. A keychain that does not answer
 * in time counts as none, until it answers.
 */
export class KeychainTokenKeeper implements TokenKeeper {
  readonly #keychain: Promise<Keychain | undefined>;
  readonly #identityOf: (server: string) => string | undefined;
  /** Each use replaces the refresh token, so writes must happen in order. */
  #writing: Promise<unknown> = Promise.resolve();

  /** @param identityOf the identity of a server, independent of its address; undefined if nothing proves it. */
  constructor(keychain: Promise<Keychain | undefined>, identityOf: (server: string) => string | undefined) {
    this.#keychain = keychain;
    this.#identityOf = identityOf;
  }

  /** False if there is no keychain now. */
  async isAvailable(): Promise<boolean> {
    return (await this.#opened()) !== undefined;
  }

  async load(server: string): Promise<KeptTokens | null> {
    await this.#writing;
    const [entry] = await within(keychainWaitMs, this.#entriesOf(server), []);
    return entry === undefined ? null : parsed(entry.password);
  }

  /** Replaces the previous sign-in at this server. */
  save(server: string, tokens: KeptTokens): Promise<void> {
    return this.#write(async (keychain) => {
      const identity = this.#identityOf(server);
      if (identity === undefined) return;
      const account = accountOf(identity, tokens.userId);
      await keychain.setPassword(keychainService, account, JSON.stringify(tokens));
      await this.#delete(keychain, server, account);
    });
  }

  forget(server: string): Promise<void> {
    return this.#write((keychain) => this.#delete(keychain, server));
  }

  async #delete(keychain: Keychain, server: string, butFor?: string): Promise<void> {
    for (const { account } of await this.#entriesOf(server)) {
      if (account !== butFor) await keychain.deletePassword(keychainService, account);
    }
  }

  async #entriesOf(server: string): Promise<{ account: string; password: string }[]> {
    const keychain = await this.#opened();
    const identity = this.#identityOf(server);
    if (keychain === undefined || identity === undefined) return [];
    const entries = await keychain.findCredentials(keychainService);
    return entries.filter(({ account }) => account.startsWith(accountOf(identity, '')));
  }

  #opened(): Promise<Keychain | undefined> {
    return within(keychainWaitMs, this.#keychain, undefined);
  }

  #write(act: (keychain: Keychain) => Promise<void>): Promise<void> {
    const written = this.#writing.then(async () => {
      const keychain = await this.#opened();
      if (keychain !== undefined) await within(keychainWaitMs, act(keychain), undefined);
    });
    this.#writing = written.catch(() => {});
    return written;
  }
}

function accountOf(identity: string, userId: string): string {
  return `${identity} ${userId}`;
}

/** null if Roomtone did not write the entry. */
function parsed(password: string): KeptTokens | null {
  try {
    const value: unknown = JSON.parse(password);
    return Value.Check(Tokens, value) ? value : null;
  } catch {
    return null;
  }
}
