/** Typing ends after this long without a key. */
const idleMs = 4_000;

/** Tells the room when the user starts and stops typing. */
export class TypingNotifier {
  readonly #send: (isTyping: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (isTyping: boolean) => void) {
    this.#send = send;
  }

  /** Call this at every keystroke. */
  typed(): void {
    if (this.#timer === undefined) this.#send(true);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.stop(), idleMs);
  }

  stop(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#send(false);
  }
}
