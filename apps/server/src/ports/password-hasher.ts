/** Why a password is worked on. */
export interface PasswordWork {
  /** The user's id or the guest's address it is counted for. Sign-ins, which have a lock, and the host are not counted. */
  readonly by?: string;
  /** Sign-ins go before everything else. */
  readonly isLogin?: boolean;
}

/** In place of the hash of an account that has no password. */
export const noPassword = '';

/** Hashes passwords, which takes long on purpose. Both throw RATE_LIMIT_EXCEEDED if too much is waiting, or for `by`. */
export interface PasswordHasher {
  hash(password: string, work?: PasswordWork): Promise<string>;
  /** False for `noPassword`, which takes as long as a hash that does not match, and so does undefined. */
  verify(hash: string | undefined, password: string, work?: PasswordWork): Promise<boolean>;
}
