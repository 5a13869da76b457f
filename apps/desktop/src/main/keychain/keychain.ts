/** What we use of keytar. */
export interface Keychain {
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
  findCredentials(service: string): Promise<{ account: string; password: string }[]>;
}

/** The name under which everything of ours stands in the keychain. */
export const keychainService = 'Roomtone';

/** Imports keytar. @throws {Error} where its library is missing. */
export async function loadKeytar(): Promise<Keychain> {
  // Node finds but one of its functions by name.
  return (await import('keytar')).default;
}

/**
 * The system's keychain; undefined where there is none that can be used: no library for it, no service that answers, or
 * one that is locked. It is asked once, for it answers the same until somebody signs in at the computer anew.
 * @param load imports what speaks with it.
 */
export async function openKeychain(load: () => Promise<Keychain>): Promise<Keychain | undefined> {
  try {
    const keychain = await load();
    await keychain.findCredentials(keychainService);
    return keychain;
  } catch {
    return undefined;
  }
}
