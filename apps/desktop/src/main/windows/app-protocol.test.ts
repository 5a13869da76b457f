import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveAppFiles } from './app-protocol.ts';

let folder: string;
let get: (path: string, init?: RequestInit) => Promise<Response>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roomtone-test-'));
  const root = join(folder, 'pages');
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), '<!doctype html>');
  writeFileSync(join(root, 'assets/a-1.js'), '1');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  mkdirSync(`${root}-beside`);
  writeFileSync(join(`${root}-beside`, 'x.txt'), 'secret');
  const serve = serveAppFiles(root);
  get = (path, init) => serve(new Request(`app://roomtone${path}`, init));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the app’s scheme', () => {
  it('serves files with their types, and the page for routes of the app', async () => {
    expect((await get('/assets/a-1.js')).headers.get('content-type')).toMatch(/^text\/javascript/);
    for (const path of ['/', '/rooms/AbC', '/practice']) {
      const answer = await get(path);
      expect(answer.headers.get('content-type'), path).toMatch(/^text\/html/);
      expect(await answer.text()).toBe('<!doctype html>');
    }
    expect((await get('/assets/gone')).status).toBe(404);
  });

  it('serves nothing from outside its folder, whatever the path', async () => {
    symlinkSync(join(folder, 'secret.txt'), join(folder, 'pages/link.txt'));
    const paths = [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/%2e%2e%5csecret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/..%2fpages-beside%2fx.txt',
      '/%2fetc%2fpasswd.txt',
      '//etc/passwd.txt',
      '/C:%5csecret.txt',
      '/a%00.txt',
      '/%ff.txt',
      '/link.txt',
      '/.env',
    ];
    for (const path of paths) {
      const answer = await get(path);
      expect(answer.status, path).toBe(404);
      expect(await answer.text(), path).toBe('');
    }
  });

  it('answers only for its own host, and only GET and HEAD', async () => {
    const serve = serveAppFiles(join(folder, 'pages'));
    expect((await serve(new Request('app://elsewhere/index.html'))).status).toBe(404);
    expect((await get('/', { method: 'POST' })).status).toBe(405);
    expect(await (await get('/index.html', { method: 'HEAD' })).text()).toBe('');
  });

  it('sends a strict policy with every answer, including refusals', async () => {
    for (const path of ['/', '/gone.js']) {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toMatch(/unsafe|\*[^:]*;.*script|https?:\/\/\*/);
      expect(policy).toContain("connect-src 'self' http://127.0.0.1:* ws://127.0.0.1:*;");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('lets the pages of another server’s window connect to that server only, at each of its addresses', async () => {
    const serve = serveAppFiles(join(folder, 'pages'), () => ['https://192.168.1.5:7420', 'https://45.90.10.1:7421']);
    const policy = (await serve(new Request('app://roomtone/'))).headers.get('content-security-policy');
    expect(policy).toContain(
      "connect-src 'self' https://192.168.1.5:7420 https://45.90.10.1:7421 wss://192.168.1.5:7420 wss://45.90.10.1:7421;",
    );
    expect(policy).not.toContain('127.0.0.1');
  });
});
