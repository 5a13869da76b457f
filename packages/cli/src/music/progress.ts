/** Where progress is shown, such as process.stderr. */
export interface ProgressTarget {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** How often a line is written if there is no terminal. */
const lineEveryMs = 3_000;
const drawEveryMs = 100;

/** Shows progress: a bar that stays in place on a terminal, or a line every few seconds elsewhere. */
export class Progress {
  readonly #target: ProgressTarget;
  readonly #nowMs: () => number;
  #shownMs = Number.NEGATIVE_INFINITY;
  #drawn = false;

  constructor(target: ProgressTarget, nowMs: () => number = () => performance.now()) {
    this.#target = target;
    this.#nowMs = nowMs;
  }

  /** @param share from 0 to 1; undefined if the end is not known. */
  show(text: string, share?: number): void {
    const nowMs = this.#nowMs();
    if (nowMs - this.#shownMs < (this.#target.isTTY ? drawEveryMs : lineEveryMs)) return;
    this.#shownMs = nowMs;
    this.#draw(text, share);
  }

  /** Shows the final state, even shortly after the previous one; other text can follow. */
  finish(text: string, share?: number): void {
    this.#draw(text, share);
    this.end();
  }

  /** Ends the line, so that other text can follow. */
  end(): void {
    if (this.#drawn) this.#target.write('\n');
    this.#drawn = false;
  }

  #draw(text: string, share?: number): void {
    const percent = share === undefined ? '' : `${String(Math.floor(share * 100)).padStart(3)} % `;
    if (!this.#target.isTTY) {
      this.#target.write(`${percent}${text}\n`);
      return;
    }
    const bar = share === undefined ? '' : `${barOf(share)} `;
    const line = `${bar}${percent}${text}`.slice(0, (this.#target.columns ?? 80) - 1);
    // Back to the beginning of the line, deleting what was there.
    this.#target.write(`\r${line}\u001b[K`);
    this.#drawn = true;
  }
}

/** µs as minutes and seconds. */
export function timeText(us: number): string {
  const seconds = Math.floor(us / 1e6);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function barOf(share: number): string {
  const width = 24;
  const filled = Math.round(Math.min(1, Math.max(0, share)) * width);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}]`;
}
