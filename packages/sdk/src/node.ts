// The subpath ./node: where programs in Node keep a sign-in and a bot's state, and how they find the address at which a server answers.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BotStore } from './bot-kit/bot-state.ts';
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
    return readTokens(await textOf(this.#path));
  }

  async save(tokens: StoredTokens): Promise<void> {
    await replace(this.#path, JSON.stringify(tokens));
  }

  async clear(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}

/** Keeps the state of a bot in a file that only its owner can read. */
export class FileBotStore implements BotStore {
  readonly #path: string;

  /** @param path of the file; its folder is made if it is missing. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Rejects if the file is damaged, so that it is not replaced. */
  async load(): Promise<unknown> {
    const text = await textOf(this.#path);
    return text === undefined ? undefined : JSON.parse(text);
  }

  async save(state: unknown): Promise<void> {
    await replace(this.#path, `${JSON.stringify(state, null, 2)}\n`);
  }
}

function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(unlessMissing);
}

/** Writes a whole file; a crash halfway leaves the old one. */
async function replace(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.${randomUUID()}`;
  try {
    await writeFile(next, text, { mode: 0o600 });
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
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
