import type { StoredTokens, TokenStore } from '@roomtone/sdk';
import type { VaultTokens, WorkerMessage } from '../contract/messages.ts';

/** A token store for workers, which have no local storage: it asks the page to use its vault. */
export class VaultTokenStore implements TokenStore {
  readonly #post: (message: WorkerMessage) => void;
  readonly #loading = new Map<number, (tokens: VaultTokens | null) => void>();
  #lastId = 0;

  constructor(post: (message: WorkerMessage) => void) {
    this.#post = post;
  }

  async load(): Promise<StoredTokens | undefined> {
    this.#lastId++;
    const id = this.#lastId;
    const tokens = await new Promise<VaultTokens | null>((resolve) => {
      this.#loading.set(id, resolve);
      this.#post({ kind: 'vault', id, action: 'load' });
    });
    return tokens ?? undefined;
  }

  /** Handles the page's answer to a load. */
  loaded(id: number, tokens: VaultTokens | null): void {
    this.#loading.get(id)?.(tokens);
    this.#loading.delete(id);
  }

  async save(tokens: StoredTokens): Promise<void> {
    this.#post({ kind: 'vault', id: 0, action: 'save', tokens });
  }

  async clear(): Promise<void> {
    this.#post({ kind: 'vault', id: 0, action: 'save', tokens: null });
  }
}
