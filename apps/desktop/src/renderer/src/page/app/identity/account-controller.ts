import { nearestUsername } from '@roomtone/protocol';
import type { SecondFactor } from '@roomtone/sdk';
import { CallError } from '../../../contract/call-error.ts';
import type { Account, LoginFields, RegisterFields } from '../../../contract/messages.ts';
import { strings } from '../../strings.ts';
import { useTheme } from '../../ui/theme.ts';
import type { TokenVault } from '../bridge.ts';
import { isOneTooMany, waitForReset } from '../server-state.ts';
import type { WorkerClient } from '../worker-client.ts';
import { type AccountState, useAccount } from './account-store.ts';

const retryMs = 3_000;
const guestKey = 'roomtone.guest';

/** Signs in and out. */
export class AccountController {
  readonly #client: WorkerClient;
  readonly #vault: TokenVault;

  constructor(client: WorkerClient, vault: TokenVault) {
    this.#client = client;
    this.#vault = vault;
  }

  /** Restores the sign-in, and retries until the server answers. */
  async restore(): Promise<void> {
    try {
      // Stored tokens may be outdated; the local profile can sign in without them.
      const account = (await this.#tryRestore()) ?? (this.#vault.hasLocalProfile ? await this.#tryRestore() : null);
      if (account !== null) this.#set({ status: 'signed-in', account });
      else if (sessionStorage.getItem(guestKey) === 'yes') this.#set({ status: 'guest' });
      else this.#set({ status: 'signed-out', ended: false });
    } catch (error) {
      const isTooMany = isOneTooMany(error);
      if (error instanceof CallError && error.problem === undefined && !isTooMany) {
        this.#set({ status: 'signed-out', ended: true });
        return;
      }
      this.#set({ status: 'unreachable' });
      setTimeout(() => void this.restore(), isTooMany ? waitForReset(error) : retryMs);
    }
  }

  /** @throws {CallError} */
  async login(fields: LoginFields): Promise<void> {
    this.#vault.remember(fields.rememberMe);
    this.#set({ status: 'signed-in', account: await this.#client.call('login', fields) });
  }

  /** Finishes login(). @throws {CallError} */
  async loginWithSecondFactor(factor: SecondFactor): Promise<void> {
    this.#set({ status: 'signed-in', account: await this.#client.call('loginWithSecondFactor', factor) });
  }

  /** @throws {CallError} */
  async register(fields: RegisterFields): Promise<void> {
    this.#vault.remember(true);
    const account = await this.#client.call('register', fields);
    // A new account takes over the theme that was chosen on this device. If that fails, the user can choose it later.
    const { theme, choice } = useTheme.getState();
    if (choice === theme) await this.#client.api.account.update({ settings: { theme } }).catch(() => {});
    this.#set({ status: 'signed-in', account });
  }

  /**
   * Makes an account without a password, which stays on this device until it gets one.
   * @param name the display name. The username is the nearest free one, with a number if it is taken.
   * @throws {CallError}
   */
  async joinAs(name: string): Promise<void> {
    const wanted = nearestUsername(name) || nearestUsername(strings.account.namelessUser);
    const shown = name === wanted ? {} : { displayName: name };
    const register = (username: string) => this.register({ username, ...shown, email: '' });
    try {
      await register(wanted);
    } catch (error) {
      if (!(error instanceof CallError) || error.details.field !== 'username') throw error;
      await register(`${wanted}-${100 + Math.floor(Math.random() * 900)}`);
    }
  }

  listenAsGuest(): void {
    sessionStorage.setItem(guestKey, 'yes');
    this.#set({ status: 'guest' });
  }

  /** Returns to the sign-in screen. */
  leaveGuest(): void {
    this.endSession(false);
  }

  logout(): void {
    // This device signs out in any case; if the server misses it, the auth session expires there.
    this.#client.call('logout', null).catch(() => {});
    this.endSession(false);
  }

  /** Reloads the user, whose name or roles may have changed. @throws {CallError} */
  async refresh(): Promise<void> {
    const account = await this.#client.call('refreshUser', null);
    if (account !== null && useAccount.getState().status === 'signed-in') this.#set({ status: 'signed-in', account });
  }

  /** Signs this page out; `isUnexpected` if the user did not ask for it. */
  endSession(isUnexpected: boolean): void {
    sessionStorage.removeItem(guestKey);
    this.#set({ status: 'signed-out', ended: isUnexpected });
  }

  #tryRestore(): Promise<Account | null> {
    return this.#client.call('restore', null);
  }

  #set(state: AccountState): void {
    useAccount.setState(state, true);
  }
}
