import type { PowerSaveBlocker } from 'electron';

/** Keeps the machine and its screen awake while a window is playing, unless the user has switched that off. */
export class KeepAwake {
  readonly #blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>;
  readonly #isWanted: () => boolean;
  /** Ids of the windows in which music is playing. */
  readonly #playing = new Set<number>();
  #blockerId: number | undefined;

  constructor(blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>, isWanted: () => boolean) {
    this.#blocker = blocker;
    this.#isWanted = isWanted;
  }

  /** True if any window is playing, even if the user does not want the screen kept awake. */
  get isPlaying(): boolean {
    return this.#playing.size > 0;
  }

  /** Call it with false when the window closes, too. */
  playing(windowId: number, isPlaying: boolean): void {
    if (isPlaying) this.#playing.add(windowId);
    else this.#playing.delete(windowId);
    this.update();
  }

  /** Applies a changed setting. */
  update(): void {
    const isNeeded = this.isPlaying && this.#isWanted();
    if (isNeeded && this.#blockerId === undefined) this.#blockerId = this.#blocker.start('prevent-display-sleep');
    else if (!isNeeded && this.#blockerId !== undefined) {
      this.#blocker.stop(this.#blockerId);
      this.#blockerId = undefined;
    }
  }
}
