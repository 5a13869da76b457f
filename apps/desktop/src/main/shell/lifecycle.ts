import type { App, BrowserWindow } from 'electron';
import { bringToFront } from '../windows/window.ts';

export interface LifecycleParts {
  readonly app: Pick<App, 'on' | 'quit'>;
  /** @param path the place in the app that it begins at. */
  readonly openMain: (path: string) => BrowserWindow;
  /** Tells the window, which is open, to go to a place. */
  readonly go: (window: BrowserWindow, path: string) => void;
  /** Whether the app goes on without a window. */
  readonly staysWithoutWindow: () => boolean;
  /** Lets everything finish before the app ends. */
  readonly shutDown: () => Promise<void>;
}

/** The one main window, and the end of the app. */
export class Lifecycle {
  readonly #parts: LifecycleParts;
  #window: BrowserWindow | undefined;
  #end: 'running' | 'finishing' | 'finished' = 'running';

  constructor(parts: LifecycleParts) {
    this.#parts = parts;
    const { app } = parts;
    app.on('activate', () => this.show());
    // Another start of the app: this one is what was meant.
    app.on('second-instance', () => this.show());
    app.on('window-all-closed', () => {
      if (!parts.staysWithoutWindow()) app.quit();
    });
    app.on('before-quit', (event) => {
      if (this.#end === 'finished') return;
      event.preventDefault();
      if (this.#end === 'finishing') return;
      this.#end = 'finishing';
      // The window goes first, and remembers where it was.
      this.#window?.close();
      void parts.shutDown().finally(() => {
        this.#end = 'finished';
        app.quit();
      });
    });
  }

  get window(): BrowserWindow | undefined {
    return this.#window;
  }

  /** Brings the window to the front; opens one when there is none. @param path undefined leaves it where it is. */
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
