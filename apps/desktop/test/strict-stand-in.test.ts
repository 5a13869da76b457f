import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import {
  becomeReady,
  checkClonable,
  checkOptions,
  needEarly,
  needReady,
  strict,
} from '../e2e/electron-on-chromium/strict.ts';

describe('the stand-in for Electron', () => {
  const app = strict('App', Object.assign(new EventEmitter(), { quit: () => 'quit', invented: () => {} }));

  it('has the members that Electron declares, and only those', () => {
    expect(app.quit()).toBe('quit');
    expect(() => app.invented()).toThrow("Electron's App has no invented");
    expect(() => Reflect.get(app, 'getVersion')).toThrow("the stand-in's App has no getVersion");
  });

  it('has the events that Electron declares, those of parent classes included', () => {
    expect(app.on('before-quit', () => {})).toBe(app);
    expect(() => app.on('before-quite', () => {})).toThrow("Electron's App has no event before-quite");
    const window = strict('BrowserWindow', new EventEmitter());
    expect(window.on('closed', () => {})).toBe(window);
    expect(() => window.on('did-finish-load', () => {})).toThrow('has no event did-finish-load');
  });

  it.each<[string, object, string]>([
    ['BrowserWindowConstructorOptions', { widht: 800 }, 'has no option widht'],
    ['BrowserWindowConstructorOptions', { width: '800' }, 'is number, not string'],
    [
      'BrowserWindowConstructorOptions',
      { webPreferences: { autoplayPolicy: 'always' } },
      'always is no autoplayPolicy',
    ],
    ['BrowserWindowConstructorOptions', { webPreferences: { sandboxed: true } }, 'has no option sandboxed'],
    ['MenuItemConstructorOptions', { role: 'silence' }, 'silence is no role'],
    ['MessageBoxOptions', { message: 'x', buttons: 'OK' }, 'buttons'],
    ['NotificationConstructorOptions', { text: 'x' }, 'has no option text'],
  ])('refuses options that Electron would ignore or refuse: %s %o', (type, options, problem) => {
    expect(() => checkOptions(type, options)).toThrow(problem);
  });

  it('takes options that Electron declares', () => {
    const webPreferences = { sandbox: true, autoplayPolicy: 'no-user-gesture-required' };
    expect(() => checkOptions('BrowserWindowConstructorOptions', { x: 1, show: false, webPreferences })).not.toThrow();
    expect(() => checkOptions('MessageBoxOptions', { message: 'x', buttons: ['OK'], type: 'info' })).not.toThrow();
  });

  it('sends only what can be copied to another process', () => {
    expect(() => checkClonable([{ bytes: Uint8Array.of(1), at: new Date(0) }])).not.toThrow();
    expect(() => checkClonable([{ call: () => {} }])).toThrow(/could not be cloned/);
  });

  it('refuses calls that Electron allows only before or only after the app is ready', () => {
    needEarly('app.enableSandbox');
    expect(() => needReady('Tray')).toThrow('Tray was used before the app was ready');
    becomeReady();
    needReady('Tray');
    expect(() => needEarly('app.enableSandbox')).toThrow('app.enableSandbox was used after the app was ready');
  });
});
