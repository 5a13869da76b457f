import type { Keychain } from '../../src/main/keychain/keychain.ts';

/** A keychain in memory. */
export class MemoryKeychain implements Keychain {
  readonly #entries = new Map<string, string>();

  async setPassword(service: string, account: string, password: string) {
    this.#entries.set(`${service}\n${account}`, password);
  }

  async deletePassword(service: string, account: string) {
    return this.#entries.delete(`${service}\n${account}`);
  }

  async findCredentials(service: string) {
    return [...this.#entries].flatMap(([key, password]) => {
      const [of, account = ''] = key.split('\n');
      return of === service ? [{ account, password }] : [];
    });
  }
}
