/** The part of keytar in use. */
export interface Keychain {
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
  findCredentials(service: string): Promise<{ account: string; password: string }[]>;
}

/** The service name of all keychain entries that Roomtone makes. */
export const keychainService = 'Roomtone';

/** Imports keytar. @throws {Error} if its native library is missing. */
export async function loadKeytar(): Promise<Keychain> {
  // Node can import only one of its functions by name.
  return (await import('keytar')).default;
}

/**
 * Opens the system's keychain; undefined if there is none to use: its library is missing, no service answers, or it is
 * locked. It is tried once, because the answer stays the same until the user logs in to the computer again.
 * @param load imports the keychain library.
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
