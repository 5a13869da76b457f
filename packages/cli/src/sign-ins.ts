import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { TokenStore } from '@roomtone/sdk';
import { FileTokenStore, type Keychain, KeychainTokenStore } from '@roomtone/sdk/node';
import { SettingsFile, settingsFolder } from './settings-file.ts';

/** A keychain that does not answer, such as one that waits for a dialog nobody sees, counts as none. */
const keychainWaitMs = 3_000;
const service = 'roomtone-cli';

type Environment = Readonly<Record<string, string | undefined>>;

/** Keeps sign-ins: in the system's keychain, or in files that only their owner can read. */
export class SignIns {
  readonly settings: SettingsFile;
  readonly #folder: string;
  readonly #env: Environment;
  #keychain: Promise<Keychain | undefined> | undefined;

  constructor(env: Environment) {
    this.#env = env;
    this.#folder = settingsFolder(env);
    this.settings = new SettingsFile(this.#folder);
  }

  /** Where a new sign-in will be kept. */
  async keeper(): Promise<'keychain' | 'file'> {
    return (await this.#openKeychain()) === undefined ? 'file' : 'keychain';
  }

  /** Where the sign-in at a server is kept: where it was put before, else where it would be now. */
  async store(baseUrl: string): Promise<TokenStore> {
    const keeper = this.settings.server(baseUrl)?.keeper ?? (await this.keeper());
    const keychain = keeper === 'keychain' ? await this.#openKeychain() : undefined;
    return keychain === undefined
      ? new FileTokenStore(this.fileOf(baseUrl))
      : new KeychainTokenStore(keychain, { service, account: baseUrl });
  }

  /** The file that keeps the sign-in at a server where there is no keychain. */
  fileOf(baseUrl: string): string {
    const name = createHash('sha256').update(baseUrl).digest('hex').slice(0, 16);
    return join(this.#folder, `sign-in-${name}.json`);
  }

  #openKeychain(): Promise<Keychain | undefined> {
    this.#keychain ??= this.#env['ROOMTONE_KEYCHAIN'] === 'off' ? Promise.resolve(undefined) : workingKeychain();
    return this.#keychain;
  }
}

/** The system's keychain if it can keep something now. */
async function workingKeychain(): Promise<Keychain | undefined> {
  const waiting = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), keychainWaitMs).unref();
  });
  const opening = (async () => {
    const keytar = (await import('@github/keytar')) as unknown as Keychain & { readonly default?: Keychain };
    const keychain = keytar.default ?? keytar;
    const [account, value] = [`check-${process.pid}`, 'works'];
    await keychain.setPassword(service, account, value);
    const isKept = (await keychain.getPassword(service, account)) === value;
    await keychain.deletePassword(service, account);
    return isKept ? keychain : undefined;
  })();
  return Promise.race([opening.catch(() => undefined), waiting]);
}
