import type { App, BrowserWindow } from 'electron';
import { bringToFront } from '../windows/window.ts';

export interface LifecycleParts {
  readonly app: Pick<App, 'on' | 'quit'>;
  /** @param path the route in the app that it starts at. */
  readonly openMain: (path: string) => BrowserWindow;
  /** Sends the open window to a route. */
  readonly go: (window: BrowserWindow, path: string) => void;
  /** True if the app keeps running without a window. */
  readonly staysWithoutWindow: () => boolean;
  /** Finishes pending work before the app ends. */
  readonly shutDown: () => Promise<void>;
}

/** The app's one main window, and quitting. */
export class Lifecycle {
  readonly #parts: LifecycleParts;
  #window: BrowserWindow | undefined;
  #end: 'running' | 'finishing' | 'finished' = 'running';

  constructor(parts: LifecycleParts) {
    this.#parts = parts;
    const { app } = parts;
    app.on('activate', () => this.show());
    // The user started the app a second time: show this one.
    app.on('second-instance', () => this.show());
    app.on('window-all-closed', () => {
      if (!parts.staysWithoutWindow()) app.quit();
    });
    app.on('before-quit', (event) => {
      if (this.#end === 'finished') return;
      event.preventDefault();
      if (this.#end === 'finishing') return;
      void this.finish().finally(() => app.quit());
    });
  }

  /** Closes the window and finishes pending work; afterwards nothing holds up quitting. */
  async finish(): Promise<void> {
    this.#end = 'finishing';
    // Closed first, so that its position is saved.
    this.#window?.close();
    try {
      await this.#parts.shutDown();
    } finally {
      this.#end = 'finished';
    }
  }

  get window(): BrowserWindow | undefined {
    return this.#window;
  }

  /**
   * Brings the window to the front, and opens it first if needed.
   * @param path the route; undefined leaves it where it is.
   */
  show(path?: string): void {
    if (this.#end !== 'running') return;
    if (this.#window === undefined) {
      const window = this.#parts.openMain(path ?? '/');
      this.#window = window;
      window.on('closed', () => {
        this.#window = undefined;
      });
      return;
    }
    if (path !== undefined) this.#parts.go(this.#window, path);
    bringToFront(this.#window);
  }
}
