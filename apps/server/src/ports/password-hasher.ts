export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes as long for an undefined hash as for one that does not match. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
}
