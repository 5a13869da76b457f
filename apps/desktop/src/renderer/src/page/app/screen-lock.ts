/** Keeps a browser's screen on by a wake lock, which the browser takes back whenever the page is hidden. */
export class ScreenLock {
  readonly #screen: Pick<WakeLock, 'request'>;
  #isWanted = false;
  #isAsking = false;
  #lock: WakeLockSentinel | undefined;

  constructor(screen: Pick<WakeLock, 'request'>) {
    this.#screen = screen;
    document.addEventListener('visibilitychange', () => void this.#settle());
  }

  keep(isOn: boolean): void {
    this.#isWanted = isOn;
    void this.#settle();
  }

  /** One request at a time; what was wanted meanwhile is done after it. */
  async #settle(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      while (this.#needsLock !== this.#hasLock) {
        if (this.#needsLock) this.#lock = await this.#screen.request('screen');
        else await this.#lock?.release();
      }
    } catch {
      // A device that saves power refuses.
    } finally {
      this.#isAsking = false;
    }
  }

  get #needsLock(): boolean {
    return this.#isWanted && !document.hidden;
  }

  get #hasLock(): boolean {
    return this.#lock?.released === false;
  }
}
