/** After so long without a key one types no more. */
const idleMs = 4_000;

/** Tells the others that one is typing: once when it begins, and once when it ends. */
export class TypingSign {
  readonly #tell: (isTyping: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: (isTyping: boolean) => void) {
    this.#tell = tell;
  }

  /** A key was pressed. */
  typed(): void {
    if (this.#timer === undefined) this.#tell(true);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.stop(), idleMs);
  }

  stop(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tell(false);
  }
}
