/** A sound bank that the user chose. */
export interface OwnBank {
  readonly name: string;
  readonly file: Blob;
}

const database = 'roomtone-sounds';
const store = 'own-bank';
const key = 'bank';

/** Stores the user's own sound bank in this browser; undefined deletes it. @throws if there is no room for it. */
export async function storeOwnBank(bank: OwnBank | undefined): Promise<void> {
  const opened = await open();
  const transaction = opened.transaction(store, 'readwrite');
  if (bank === undefined) transaction.objectStore(store).delete(key);
  else transaction.objectStore(store).put(bank, key);
  try {
    await completed(transaction);
  } finally {
    opened.close();
  }
}

/** The stored sound bank; undefined if there is none, or if this browser stores nothing. */
export async function storedOwnBank(): Promise<OwnBank | undefined> {
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

/** Resolves when the transaction is complete; a request alone may succeed earlier. */
function completed(transaction: IDBTransaction): Promise<void> {
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
