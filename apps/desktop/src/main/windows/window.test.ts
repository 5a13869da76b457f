import { EventEmitter } from 'node:events';
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WindowState } from '../settings/remembered.ts';
import { stringsFor } from '../strings.ts';
import { openAboutWindow, openWindow } from './window.ts';

const last: WindowState = { x: 10, y: 10, width: 1000, height: 700, isMaximized: true, isFullScreen: false };

function open(about = false) {
  const opened: BrowserWindowConstructorOptions[] = [];
  const loaded: string[] = [];
  const remembered: WindowState[] = [];
  const done: string[] = [];
  const window = Object.assign(new EventEmitter(), {
    webContents: Object.assign(new EventEmitter(), { setWindowOpenHandler: () => {} }),
    loadURL: async (url: string) => void loaded.push(url),
    maximize: () => done.push('maximize'),
    setFullScreen: () => done.push('full screen'),
    show: () => done.push('show'),
    getNormalBounds: () => ({ x: 1, y: 2, width: 1100, height: 750 }),
    isMaximized: () => false,
    isFullScreen: () => true,
  });
  const parts = {
    create: (options: BrowserWindowConstructorOptions) => {
      opened.push(options);
      return window as unknown as BrowserWindow;
    },
    preload: '/preload.cjs',
    workAreas: () => [{ x: 0, y: 0, width: 1920, height: 1080 }],
    last: () => last,
    remember: (state: WindowState) => void remembered.push(state),
    openOutside: () => {},
    askToOpen: async () => false,
    report: () => {},
  };
  if (about) openAboutWindow(parts, stringsFor(['en']), undefined);
  else openWindow(parts, { path: '/', isDark: true });
  return { options: opened[0], loaded, remembered, done, window };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('windows', () => {
  it.each([
    ['the page has loaded', (window: ReturnType<typeof open>['window']) => window.webContents.emit('did-finish-load')],
    ['two seconds have passed', () => vi.advanceTimersByTime(2_000)],
  ])('are shown once %s if the system never reports that they can be', (_when, happen) => {
    const { done, window } = open();
    happen(window);
    expect(done).toEqual(['maximize', 'show']);
    window.emit('ready-to-show');
    vi.advanceTimersByTime(10_000);
    expect(done).toEqual(['maximize', 'show']);
  });

  it('that are closed before they are drawn are not shown', () => {
    const { done, window } = open();
    window.emit('closed');
    vi.advanceTimersByTime(10_000);
    expect(done).toEqual([]);
  });

  it.each([false, true])('are sandboxed, isolated and without Node (about: %s)', (about) => {
    const { options, loaded } = open(about);
    expect(options?.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
    });
    expect(options?.webPreferences).not.toHaveProperty('allowRunningInsecureContent');
    expect(options?.webPreferences).not.toHaveProperty('experimentalFeatures');
    expect(options?.webPreferences).not.toHaveProperty('enableBlinkFeatures');
    expect(options?.webPreferences?.preload).toBe(about ? undefined : '/preload.cjs');
    expect(loaded).toEqual([about ? 'app://roomtone/about.html' : 'app://roomtone/']);
  });

  it('open with their last bounds once the page is drawn, and save their bounds on closing', () => {
    const { options, window, done, remembered } = open();
    expect(options).toMatchObject({ x: 10, y: 10, width: 1000, height: 700, show: false });
    // Maximizing a hidden window would show it.
    expect(done).toEqual([]);
    window.emit('ready-to-show');
    expect(done).toEqual(['maximize', 'show']);
    window.emit('close');
    expect(remembered).toEqual([{ x: 1, y: 2, width: 1100, height: 750, isMaximized: false, isFullScreen: true }]);
  });
});
