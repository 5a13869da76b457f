import type { PowerSaveBlocker } from 'electron';

type BlockerType = Parameters<PowerSaveBlocker['start']>[0];

/**
 * Keeps the machine awake while it hosts for others, and its screen, too, while a window is playing. The user can switch
 * the latter off.
 */
export class KeepAwake {
  readonly #blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>;
  readonly #isScreenWanted: () => boolean;
  /** Ids of the windows in which music is playing. */
  readonly #playing = new Set<number>();
  readonly #blockerIds = new Map<BlockerType, number>();
  #isHosting = false;

  constructor(blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>, isScreenWanted: () => boolean) {
    this.#blocker = blocker;
    this.#isScreenWanted = isScreenWanted;
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

  /** @param isHosting true while the app's server is open to others, whose music would end if the machine slept. */
  hosting(isHosting: boolean): void {
    this.#isHosting = isHosting;
    this.update();
  }

  /** Applies a changed setting. */
  update(): void {
    this.#block('prevent-display-sleep', this.isPlaying && this.#isScreenWanted());
    this.#block('prevent-app-suspension', this.#isHosting);
  }

  #block(type: BlockerType, isNeeded: boolean): void {
    const id = this.#blockerIds.get(type);
    if (isNeeded && id === undefined) this.#blockerIds.set(type, this.#blocker.start(type));
    else if (!isNeeded && id !== undefined) {
      this.#blocker.stop(id);
      this.#blockerIds.delete(type);
    }
  }
}
