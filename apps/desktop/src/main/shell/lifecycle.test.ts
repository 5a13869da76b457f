import { EventEmitter } from 'node:events';
import type { App, BrowserWindow } from 'electron';
import { describe, expect, it } from 'vitest';
import { Lifecycle } from './lifecycle.ts';

describe('the app', () => {
  function start(staysWithoutWindow = false) {
    const app = Object.assign(new EventEmitter(), { quits: 0, quit: () => quit() });
    const quit = () => {
      let prevented = false;
      app.emit('before-quit', { preventDefault: () => (prevented = true) });
      if (!prevented) app.quits++;
    };
    const windows: (EventEmitter & { done: string[]; isMin: boolean })[] = [];
    const paths: string[] = [];
    let finish: () => void = () => {};
    const lifecycle = new Lifecycle({
      app: app as unknown as Pick<App, 'on' | 'quit'>,
      openMain: (path) => {
        paths.push(path);
        const done: string[] = [];
        const does = (name: string) => () => void done.push(name);
        const window = Object.assign(new EventEmitter(), {
          done,
          isMin: false,
          isMinimized: () => window.isMin,
          restore: does('restore'),
          show: does('show'),
          focus: does('focus'),
          close: () => window.emit('closed'),
        });
        windows.push(window);
        return window as unknown as BrowserWindow;
      },
      go: (_window, path) => paths.push(`go ${path}`),
      staysWithoutWindow: () => staysWithoutWindow,
      shutDown: () => new Promise((resolve) => (finish = resolve)),
    });
    return { app, windows, paths, lifecycle, finish: () => finish() };
  }

  it('has one window, which a second start brings to the front', () => {
    const { app, windows, lifecycle } = start();
    lifecycle.show();
    const [window] = windows;
    if (window !== undefined) window.isMin = true;
    app.emit('second-instance');
    expect(windows).toHaveLength(1);
    expect(window?.done).toEqual(['restore', 'show', 'focus']);
    window?.emit('closed');
    app.emit('activate');
    expect(windows).toHaveLength(2);
  });

  it('opens its window at a path, or sends it there', () => {
    const { windows, paths, lifecycle } = start();
    lifecycle.show('/pro');
    lifecycle.show('/host');
    lifecycle.show();
    expect(windows).toHaveLength(1);
    expect(paths).toEqual(['/pro', 'go /host']);
  });

  it('quits with its last window unless it should keep running', async () => {
    const { app, finish } = start();
    app.emit('window-all-closed');
    finish();
    await expect.poll(() => app.quits).toBe(1);
    const staying = start(true);
    staying.app.emit('window-all-closed');
    staying.finish();
    await Promise.resolve();
    expect(staying.app.quits).toBe(0);
  });

  it('shuts down once, and completely, before it ends', async () => {
    const { app, windows, lifecycle, finish } = start();
    lifecycle.show();
    app.quit();
    app.quit();
    expect(app.quits).toBe(0);
    lifecycle.show();
    expect(windows, 'no window opens any more').toHaveLength(1);
    finish();
    await expect.poll(() => app.quits).toBe(1);
  });

  it('can finish for a new version, and quits only when told to', async () => {
    const { app, windows, lifecycle, finish } = start();
    lifecycle.show();
    const finished = lifecycle.finish();
    expect(windows[0]?.listenerCount('closed')).toBe(1);
    app.emit('window-all-closed');
    expect(app.quits).toBe(0);
    finish();
    await finished;
    app.quit();
    expect(app.quits).toBe(1);
  });
});
