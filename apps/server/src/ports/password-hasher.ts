/** Why a password is worked on. */
export interface PasswordWork {
  /** Who is counted for it: a user's id, or the address of a guest. Nobody is for sign-ins, which have a lock, and for the host. */
  readonly by?: string;
  /** Sign-ins go before everything else. */
  readonly isLogin?: boolean;
}

/** Hashes passwords, which takes long on purpose. Both throw RATE_LIMIT_EXCEEDED if too much is waiting, or for `by`. */
export interface PasswordHasher {
  hash(password: string, work?: PasswordWork): Promise<string>;
  /** Takes as long for an undefined hash as for one that does not match. */
  verify(hash: string | undefined, password: string, work?: PasswordWork): Promise<boolean>;
}
