import type { PowerSaveBlocker } from 'electron';

/** Keeps the machine and its screen awake while one of the windows plays, and the player has not asked otherwise. */
export class KeepAwake {
  readonly #blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>;
  readonly #isWanted: () => boolean;
  /** Ids of the windows that play. */
  readonly #playing = new Set<number>();
  #blockerId: number | undefined;

  constructor(blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>, isWanted: () => boolean) {
    this.#blocker = blocker;
    this.#isWanted = isWanted;
  }

  /** Whether one of the windows plays, whatever the player's wish. */
  get isPlaying(): boolean {
    return this.#playing.size > 0;
  }

  /** Also called with false when the window is gone. */
  playing(windowId: number, isPlaying: boolean): void {
    if (isPlaying) this.#playing.add(windowId);
    else this.#playing.delete(windowId);
    this.update();
  }

  /** The player's wish may have changed. */
  update(): void {
    const isNeeded = this.isPlaying && this.#isWanted();
    if (isNeeded && this.#blockerId === undefined) this.#blockerId = this.#blocker.start('prevent-display-sleep');
    else if (!isNeeded && this.#blockerId !== undefined) {
      this.#blocker.stop(this.#blockerId);
      this.#blockerId = undefined;
    }
  }
}
