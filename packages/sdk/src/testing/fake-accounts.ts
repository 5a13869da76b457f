import { issues, limits, RoomtoneError, restNamesOf, textIssue, validationError } from '@roomtone/protocol';
import type { LoginView, RefreshView } from '@roomtone/protocol/rest';

export interface FakeAccount {
  readonly userId: string;
  readonly username: string;
  /** The username unless given. */
  readonly displayName: string;
  /** Undefined if the account has none. */
  readonly password: string | undefined;
  /** The roles as REST names them, such as `member`. */
  roles: string[];
}

/** One sign-in. */
export interface FakeSession {
  readonly account: FakeAccount;
  /** The refresh token that is valid now. */
  refreshToken: string;
}

interface AccessToken {
  readonly session: FakeSession;
  readonly goodUntilUs: number;
}

const secondUs = 1_000_000;

/** Accounts and sign-ins, in memory. Passwords are kept as they are: use none that is secret. */
export class FakeAccounts {
  readonly #nowUs: () => number;
  /** By name in lower case. */
  readonly #byName = new Map<string, FakeAccount>();
  readonly #tokens = new Map<string, AccessToken>();
  readonly #sessions = new Map<string, FakeSession>();
  #issued = 0;

  constructor(nowUs: () => number) {
    this.#nowUs = nowUs;
  }

  /** @throws {RoomtoneError} VALIDATION_ERROR on `username` or `password`. */
  register(
    username: string,
    password: string | undefined,
    confirmed: string | undefined,
    displayName = username,
  ): FakeAccount {
    const { min, max } = limits.username;
    const issue =
      textIssue(username, limits.username) ??
      (/^[A-Za-z0-9_-]+$/.test(username) ? undefined : issues.nameCharacters(min, max));
    if (issue !== undefined) throw validationError([{ field: 'username', ...issue }]);
    if (this.#byName.has(username.toLowerCase())) throw validationError([{ field: 'username', ...issues.taken }]);
    if (password !== undefined && password.length < limits.password.min) {
      throw validationError([{ field: 'password', ...issues.tooShort(limits.password.min) }]);
    }
    if (confirmed !== password) throw validationError([{ field: 'confirm_password', ...issues.mismatch }]);
    const number = String(this.#byName.size + 1).padStart(12, '0');
    const account = { userId: `00000000-0000-4000-8000-${number}`, username, displayName, password, roles: ['member'] };
    this.#byName.set(username.toLowerCase(), account);
    return account;
  }

  /** @throws {RoomtoneError} AUTHENTICATION_ERROR for an unknown name or a wrong password. */
  login(username: string, password: string): FakeAccount {
    const account = this.named(username);
    if (account?.password === undefined || account.password !== password)
      throw new RoomtoneError('AUTHENTICATION_ERROR', 'Wrong name or password.');
    return account;
  }

  named(username: string): FakeAccount | undefined {
    return this.#byName.get(username.toLowerCase());
  }

  withId(userId: string): FakeAccount | undefined {
    return [...this.#byName.values()].find((account) => account.userId === userId);
  }

  /** Starts a session. */
  signIn(account: FakeAccount): LoginView {
    const { userId: user_id, roles } = account;
    return { ...this.#grant({ account, refreshToken: '' }), user: { user_id, ...restNamesOf(account), roles } };
  }

  /** @throws {RoomtoneError} AUTHENTICATION_ERROR if the token is not the current one of a session. */
  refresh(refreshToken: string): RefreshView {
    const session = this.#sessions.get(refreshToken);
    if (session === undefined) throw new RoomtoneError('AUTHENTICATION_ERROR', 'The session has ended.');
    this.#sessions.delete(refreshToken);
    return this.#grant(session);
  }

  /** Ends a session: its tokens no longer work. */
  end(session: FakeSession): void {
    this.#sessions.delete(session.refreshToken);
    for (const [token, access] of this.#tokens) if (access.session === session) this.#tokens.delete(token);
  }

  sessionOf(refreshToken: string): FakeSession | undefined {
    return this.#sessions.get(refreshToken);
  }

  /**
   * The session of an access token; undefined without one.
   * @throws {RoomtoneError} AUTHENTICATION_ERROR if the token does not work.
   */
  signedIn(accessToken: string | undefined): FakeSession | undefined {
    if (accessToken === undefined) return undefined;
    const access = this.#tokens.get(accessToken);
    if (access === undefined || access.goodUntilUs <= this.#nowUs()) {
      throw new RoomtoneError('AUTHENTICATION_ERROR', 'The token does not work.');
    }
    return access.session;
  }

  #grant(session: FakeSession): RefreshView {
    const { userId: sub, username, displayName, roles } = session.account;
    this.#issued++;
    const token = accessToken({ sub, username, display_name: displayName, roles, jti: String(this.#issued) });
    const expires_in = limits.accessTokenSeconds;
    this.#tokens.set(token, { session, goodUntilUs: this.#nowUs() + expires_in * secondUs });
    session.refreshToken = `refresh-${this.#issued}`;
    this.#sessions.set(session.refreshToken, session);
    return { token, refresh_token: session.refreshToken, expires_in };
  }
}

/** An access token with these claims, without a signature. */
export function accessToken(claims: {
  sub: string;
  username: string;
  display_name?: string;
  roles: string[];
  jti?: string;
}): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  const payload = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  return `e30.${payload}.x`;
}
