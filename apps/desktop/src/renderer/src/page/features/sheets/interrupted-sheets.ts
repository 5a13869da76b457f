const storageKey = 'roomtone.sheets-being-opened';
/** More are forgotten, the oldest first. */
const most = 20;

/**
 * Remembers which of a room's sheets was being opened when the page ended, so that it does not open again by itself. A page
 * that the user leaves has not ended because of it.
 */
export class InterruptedSheets {
  readonly #ids: Set<string>;
  #open: string | undefined;

  constructor() {
    this.#ids = new Set(stored());
    if (typeof addEventListener === 'function') addEventListener('pagehide', () => this.done());
  }

  /** True if the page ended while this sheet was opened. */
  has(sheetId: string): boolean {
    return this.#ids.has(sheetId);
  }

  /** @param sheetId "" or undefined for a sheet of the user's own, which nobody else can open here. */
  opening(sheetId: string | undefined): void {
    if (sheetId === undefined || sheetId === '') return;
    this.#open = sheetId;
    this.#store([...this.#ids, sheetId]);
  }

  done(): void {
    if (this.#open === undefined) return;
    this.#ids.delete(this.#open);
    this.#open = undefined;
    this.#store([...this.#ids]);
  }

  #store(ids: readonly string[]): void {
    try {
      localStorage.setItem(storageKey, JSON.stringify(ids.slice(-most)));
    } catch {
      // Nothing is remembered beyond this page.
    }
  }
}

function stored(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string').slice(-most) : [];
  } catch {
    return [];
  }
}
