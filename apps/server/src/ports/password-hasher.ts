export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes as long for `undefined` as for a hash that does not match. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
}
