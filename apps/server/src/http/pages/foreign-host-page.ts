import { RoomtoneError } from '@roomtone/protocol';
import { acceptedLanguage } from '@roomtone/words';
import { serverWords } from '@roomtone/words/server';
import type { FastifyRequest } from 'fastify';
import { isHost } from '../plugins/addresses.ts';
import { html, htmlPage } from './html-page.ts';

/** The page for a browser that came by a name that is not one of the server's; undefined for any other request or error. */
export function foreignHostPage(error: unknown, { method, headers, host, protocol }: FastifyRequest) {
  const isForeign = error instanceof RoomtoneError && error.details.field === 'Host';
  const isBrowser = method === 'GET' && headers.accept?.includes('text/html') === true;
  if (!isForeign || !isBrowser || !isHost(host)) return undefined;
  const language = acceptedLanguage(headers['accept-language']);
  const { title, lead, forHosts } = serverWords(language).foreignHost;
  // A proxy has https at the usual port and need not say so; a port of its own belongs to this server.
  const isOwnPort = headers['x-forwarded-proto'] === undefined && /:\d+$/.test(host);
  const setting = `ROOMTONE_PUBLIC_URL=${isOwnPort ? protocol : 'https'}://${host}`;
  const body = html`<h1>${title}</h1>
<p>${lead({ host })}</p>
<p>${forHosts}</p>
<p class="note"><code>${setting}</code></p>`;
  return htmlPage({ title, body, language });
}
