import Value from 'typebox/value';
import { type KeptTokens, Tokens } from '../../shared/ipc.ts';
import { type Keychain, keychainService } from './keychain.ts';
import type { TokenKeeper } from './token-controller.ts';

/**
 * Keeps sign-ins in the system's keychain, and nowhere else: one entry for a server and an account, with the server known
 * by its identity. A server without one, or a machine without a keychain, has nothing kept beyond the app's end.
 */
export class KeychainTokenKeeper implements TokenKeeper {
  readonly #keychain: Promise<Keychain | undefined>;
  readonly #identityOf: (server: string) => string | undefined;
  /** A refresh token is replaced with each use: what is written last must be the last one. */
  #writing: Promise<unknown> = Promise.resolve();

  /** @param identityOf what a server is known by, whatever its address is; undefined where nothing proves who it is. */
  constructor(keychain: Promise<Keychain | undefined>, identityOf: (server: string) => string | undefined) {
    this.#keychain = keychain;
    this.#identityOf = identityOf;
  }

  async load(server: string): Promise<KeptTokens | null> {
    await this.#writing;
    const [entry] = await this.#entriesOf(server);
    return entry === undefined ? null : parsed(entry.password);
  }

  /** Whoever was signed in to this server before is not any more. */
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
    const keychain = await this.#keychain;
    const identity = this.#identityOf(server);
    if (keychain === undefined || identity === undefined) return [];
    const entries = await keychain.findCredentials(keychainService);
    return entries.filter(({ account }) => account.startsWith(accountOf(identity, '')));
  }

  #write(act: (keychain: Keychain) => Promise<void>): Promise<void> {
    const written = this.#writing.then(async () => {
      const keychain = await this.#keychain;
      if (keychain !== undefined) await act(keychain);
    });
    this.#writing = written.catch(() => {});
    return written;
  }
}

function accountOf(identity: string, userId: string): string {
  return `${identity} ${userId}`;
}

/** null for what is none of ours. */
function parsed(password: string): KeptTokens | null {
  try {
    const value: unknown = JSON.parse(password);
    return Value.Check(Tokens, value) ? value : null;
  } catch {
    return null;
  }
}
