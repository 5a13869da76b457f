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
 * How long anything waits for the keychain, ms. A keychain that asks for its password answers only when the user has
 * typed it, and a broken one never does; neither may keep a window empty.
 */
export const keychainWaitMs = 3_000;

/** Resolves as the promise does, or with `instead` after that time, ms. */
export function within<T>(ms: number, promise: Promise<T>, instead: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(instead), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
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
