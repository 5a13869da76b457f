import { EventEmitter } from 'node:events';
import type { WebContents } from 'electron';
import { describe, expect, it } from 'vitest';
import { outcomeOf, restrictNavigation } from './navigation.ts';

function window() {
  const opened: string[] = [];
  const refused: string[] = [];
  const asked: { url: string; answer: (isYes: boolean) => void }[] = [];
  let open: Parameters<WebContents['setWindowOpenHandler']>[0] = () => ({ action: 'allow' });
  const contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: (handler: typeof open) => {
      open = handler;
    },
  });
  restrictNavigation(contents as unknown as WebContents, {
    openOutside: (url) => opened.push(url),
    askToOpen: ({ href }) => new Promise((answer) => asked.push({ url: href, answer })),
    report: (problem) => refused.push(problem),
  });
  /** Returns true if the event was prevented. */
  const emit = (name: string, details: object) => {
    let prevented = false;
    contents.emit(name, { ...details, preventDefault: () => (prevented = true) });
    return prevented;
  };
  const windowOpen = (url: string) => open({ url } as Parameters<typeof open>[0]).action;
  return { emit, windowOpen, opened, refused, asked };
}

describe('a window', () => {
  it('navigates among the app’s own pages', () => {
    const { emit, opened } = window();
    expect(emit('will-navigate', { url: 'app://roomtone/rooms/AbC' })).toBe(false);
    expect(opened).toEqual([]);
  });

  it('navigates nowhere else; known links open in the system’s browser', () => {
    const { emit, opened, refused, asked } = window();
    const known = 'https://creativecommons.org/licenses/by/3.0/';
    for (const url of [known, 'https://evil.example/', 'http://127.0.0.1:7420/', 'file:///etc/passwd', 'app://evil/']) {
      expect(emit('will-navigate', { url }), url).toBe(true);
    }
    expect(opened).toEqual([known]);
    expect(asked.map(({ url }) => url)).toEqual(['https://evil.example/']);
    expect(refused).toHaveLength(3);
    expect(emit('will-redirect', { url: 'https://evil.example/' })).toBe(true);
    expect(emit('will-frame-navigate', { isMainFrame: false, url: 'app://roomtone/' })).toBe(true);
    expect(emit('will-attach-webview', {})).toBe(true);
  });

  it('opens no other windows', () => {
    const { windowOpen, opened } = window();
    for (const url of ['app://roomtone/', 'about:blank', 'https://www.npmjs.com/package/react']) {
      expect(windowOpen(url)).toBe('deny');
    }
    expect(opened).toEqual(['https://www.npmjs.com/package/react']);
  });
});

describe('links that people send', () => {
  it('open in the system’s browser once the user agrees, one question at a time', async () => {
    const { windowOpen, opened, asked, refused } = window();
    expect(windowOpen('https://example.org/song')).toBe('deny');
    windowOpen('https://example.org/another');
    expect(asked.map(({ url }) => url)).toEqual(['https://example.org/song']);
    expect(opened).toEqual([]);
    asked[0]?.answer(true);
    await expect.poll(() => opened).toEqual(['https://example.org/song']);
    windowOpen('https://example.org/another');
    asked[1]?.answer(false);
    await Promise.resolve();
    expect(opened).toEqual(['https://example.org/song']);
    expect(refused, 'nothing that people send is logged').toEqual([]);
  });

  it('are https, without credentials', () => {
    for (const url of [
      'https://creativecommons.org:8443/',
      'https://creativecommons.org.evil.example/',
      'https://evil.example/?https://creativecommons.org/',
    ]) {
      expect(outcomeOf(url), url).toBe('ask');
    }
    for (const url of [
      'http://creativecommons.org/',
      'https://ada:secret@creativecommons.org/',
      'smb://creativecommons.org/share',
      'ms-settings:privacy',
      'javascript:alert(1)',
      'no address',
    ]) {
      expect(outcomeOf(url), url).toBe('refuse');
    }
  });
});
