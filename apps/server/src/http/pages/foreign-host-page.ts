import { RoomtoneError } from '@roomtone/protocol';
import type { FastifyRequest } from 'fastify';
import { isHost } from '../plugins/addresses.ts';
import { html, htmlPage } from './html-page.ts';

/** The page for a browser that came by a name that is not one of the server's; undefined for any other request or error. */
export function foreignHostPage(error: unknown, { method, headers, host, protocol }: FastifyRequest) {
  const isForeign = error instanceof RoomtoneError && error.details.field === 'Host';
  const isBrowser = method === 'GET' && headers.accept?.includes('text/html') === true;
  if (!isForeign || !isBrowser || !isHost(host)) return undefined;
  const language = /^de\b/i.test(headers['accept-language'] ?? '') ? 'de' : 'en';
  const { title, lead, forHosts } = { en: english, de: german }[language];
  // A proxy has https at the usual port and need not say so; a port of its own belongs to this server.
  const isOwnPort = headers['x-forwarded-proto'] === undefined && /:\d+$/.test(host);
  const setting = `ROOMTONE_PUBLIC_URL=${isOwnPort ? protocol : 'https'}://${host}`;
  const body = html`<h1>${title}</h1>
<p>${lead(host)}</p>
<p>${forHosts}</p>
<p class="note"><code>${setting}</code></p>`;
  return htmlPage({ title, body, language });
}

const english = {
  title: 'This address is not one of the server’s',
  lead: (host: string) =>
    `A Roomtone server answers here, but it does not know the name ${host}. Ask its host for the right address.`,
  forHosts: 'If it is your server and this name leads to it on purpose, set this and start it again:',
};

const german: typeof english = {
  title: 'Diese Adresse gehört nicht zum Server',
  lead: (host) =>
    `Hier antwortet ein Roomtone-Server, aber er kennt den Namen ${host} nicht. Frag seinen Gastgeber nach der richtigen Adresse.`,
  forHosts: 'Wenn es dein Server ist und der Name mit Absicht zu ihm führt, setz das und starte ihn neu:',
};
