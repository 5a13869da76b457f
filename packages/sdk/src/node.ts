// The subpath ./node: where programs in Node keep a sign-in, and how they find the address at which a server answers.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemEnvironment } from './environment.ts';
import { readTokens, type StoredTokens, type TokenStore } from './token-store.ts';
import { type Probe, firstToAnswer as race } from './transport/addresses.ts';

export type { Probe } from './transport/addresses.ts';

/**
 * Finds the address at which a server answers, as a client with several addresses does: those of the local network first, 250 ms
 * apart, and the others aborted once one has answered. Rejects if the probe of every address has failed.
 */
export function firstToAnswer(origins: readonly string[], probe: Probe): Promise<string> {
  return race(origins, probe, systemEnvironment.timers);
}

/** Keeps the sign-in in a file that only its owner can read. */
export class FileTokenStore implements TokenStore {
  readonly #path: string;

  /** @param path of the file; its folder is made if it is missing. */
  constructor(path: string) {
    this.#path = path;
  }

  async load(): Promise<StoredTokens | undefined> {
    return readTokens(await readFile(this.#path, 'utf8').catch(unlessMissing));
  }

  async save(tokens: StoredTokens): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    // A crash halfway leaves the old file.
    const next = `${this.#path}.${randomUUID()}`;
    try {
      await writeFile(next, JSON.stringify(tokens), { mode: 0o600 });
      await rename(next, this.#path);
    } catch (error) {
      await rm(next, { force: true });
      throw error;
    }
  }

  async clear(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}

/** The part of the package keytar, or of a fork, that the store needs. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** Keeps the sign-in in the system's keychain, by a package such as keytar, which the program installs and passes. */
export class KeychainTokenStore implements TokenStore {
  readonly #keychain: Keychain;
  readonly #service: string;
  readonly #account: string;

  /** @param account under which it is stored; one for each server. */
  constructor(keychain: Keychain, { service = 'roomtone', account = 'default' } = {}) {
    this.#keychain = keychain;
    this.#service = service;
    this.#account = account;
  }

  async load(): Promise<StoredTokens | undefined> {
    return readTokens(await this.#keychain.getPassword(this.#service, this.#account));
  }

  async save(tokens: StoredTokens): Promise<void> {
    await this.#keychain.setPassword(this.#service, this.#account, JSON.stringify(tokens));
  }

  async clear(): Promise<void> {
    await this.#keychain.deletePassword(this.#service, this.#account);
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
