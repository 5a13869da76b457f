/** A player's own sound bank. */
export interface OwnBank {
  readonly name: string;
  readonly file: Blob;
}

const database = 'roomtone-sounds';
const store = 'own-bank';
const key = 'bank';

/** Remembers the player's own sound bank in this browser; undefined forgets it. @throws when there is no room for it. */
export async function keepOwnBank(bank: OwnBank | undefined): Promise<void> {
  const opened = await open();
  const keeping = opened.transaction(store, 'readwrite');
  if (bank === undefined) keeping.objectStore(store).delete(key);
  else keeping.objectStore(store).put(bank, key);
  try {
    await ended(keeping);
  } finally {
    opened.close();
  }
}

/** The sound bank that was kept; undefined when there is none, or this browser keeps nothing. */
export async function keptOwnBank(): Promise<OwnBank | undefined> {
  try {
    const opened = await open();
    const bank = await done<OwnBank | undefined>(opened.transaction(store).objectStore(store).get(key));
    opened.close();
    return bank;
  } catch {
    return undefined;
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store);
  return done(request);
}

/** Resolves once what was written is kept: a request alone may succeed before. */
function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
