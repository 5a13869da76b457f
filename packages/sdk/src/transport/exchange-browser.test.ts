import { afterEach, expect, test, vi } from 'vitest';
import { exchange } from './exchange-browser.ts';

afterEach(() => vi.unstubAllGlobals());

const request = { method: 'GET', url: 'https://music.example/api/rooms', headers: {}, body: undefined } as const;

/** A page in a browser. @param answers whether a request without reading its answer succeeds. */
function aPage(origin: string, answers: boolean): string[] {
  const asked: string[] = [];
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('fetch', async (url: string | URL, { mode = 'cors' }: RequestInit) => {
    asked.push(`${mode} ${url}`);
    if (mode === 'no-cors' && answers) return new Response('');
    throw new TypeError('Failed to fetch');
  });
  return asked;
}

test('a page of an origin that the server does not allow is told so, with the setting', async () => {
  const asked = aPage('https://app.example', true);
  await expect(exchange({ ...request, timeoutMs: 1_000 })).rejects.toMatchObject({
    ...{ name: 'ConnectionError', reason: 'blocked', retryable: false },
    message: expect.stringMatching(/https:\/\/app\.example.+ROOMTONE_ALLOWED_ORIGINS/),
  });
  expect(asked).toEqual(['cors https://music.example/api/rooms', 'no-cors https://music.example/health']);
});

test('a server that does not answer at all, or that has the page’s own origin, is only unreachable', async () => {
  aPage('https://app.example', false);
  await expect(exchange({ ...request, timeoutMs: 1_000 })).rejects.toBeInstanceOf(TypeError);
  const asked = aPage('https://music.example', true);
  await expect(exchange({ ...request, timeoutMs: 1_000 })).rejects.toBeInstanceOf(TypeError);
  expect(asked).toHaveLength(1);
});

test('an aborted request is that, not a blocked one', async () => {
  aPage('https://app.example', true);
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(exchange({ ...request, timeoutMs: 1_000, signal })).rejects.toThrow('enough');
});
