import { readFile, realpath } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import type { CustomScheme } from 'electron';
import { appScheme, isAppUrl } from '../../shared/app-origin.ts';

/** Must be registered before the app is ready. It makes the pages a secure context with their own origin. */
export const appPrivileges: CustomScheme = {
  scheme: appScheme,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
};

/** The server inside the app, whose port is not known before it runs. */
const insideApp = 'http://127.0.0.1:*';

/**
 * Pages run only the app's own code and connect to one server.
 * @param servers its origins.
 */
function contentSecurityPolicy(servers: readonly string[]): string {
  const sockets = servers.map((server) => server.replace('http', 'ws'));
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self' blob:",
    "style-src 'self'",
    `img-src 'self' data: ${servers.join(' ')}`,
    "font-src 'self'",
    `connect-src 'self' ${[...servers, ...sockets].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function headersFor(servers: readonly string[]) {
  return {
    'content-security-policy': contentSecurityPolicy(servers),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-cache',
  };
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.ogg': 'audio/ogg',
  '.svg': 'image/svg+xml',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/**
 * Serves the app's scheme from `root` and nothing outside it. Routes of the app, such as `/room/…`, get its page.
 * @param servers the origins of the server that pages may connect to; the one inside the app by default.
 */
export function serveAppFiles(
  root: string,
  servers: () => readonly string[] = () => [insideApp],
): (request: Request) => Promise<Response> {
  return async ({ url, method }) => {
    const headers = headersFor(servers());
    const refuse = (status: 404 | 405) => new Response(null, { status, headers });
    if (!isAppUrl(url)) return refuse(404);
    if (method !== 'GET' && method !== 'HEAD') return refuse(405);
    const file = await fileOf(root, new URL(url).pathname);
    if (file === undefined) return refuse(404);
    const type = contentTypes[extname(file)] ?? 'application/octet-stream';
    // A view, not a copy: the type of Response does not take a Node buffer.
    const body = method === 'HEAD' ? null : new Uint8Array(await readFile(file));
    return new Response(body, { headers: { ...headers, 'content-type': type } });
  };
}

/** The file for an address, or undefined. */
async function fileOf(root: string, pathname: string): Promise<string | undefined> {
  const path = decoded(pathname);
  if (path === undefined) return undefined;
  const asked = isPage(path) ? 'index.html' : `.${path}`;
  const file = resolve(root, asked);
  if (!file.startsWith(root + sep)) return undefined;
  try {
    // Links must not lead outside either.
    const real = await realpath(file);
    return real === join(await realpath(root), file.slice(root.length)) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined if no file of the app could have that name, for example one with a path inside. */
function decoded(pathname: string): string | undefined {
  try {
    const path = decodeURIComponent(pathname);
    return /[\\\0:]|\/\.|\/\//.test(path) ? undefined : path;
  } catch {
    return undefined;
  }
}

function isPage(path: string): boolean {
  return extname(path) === '' && !path.startsWith('/assets/');
}
