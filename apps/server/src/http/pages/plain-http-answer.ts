import type { RequestListener } from 'node:http';
import { validationError } from '@roomtone/protocol';
import type { Config } from '../../config/config.ts';
import { isAllowedHost } from '../plugins/host-check.ts';
import { refuseRaw } from '../plugins/raw-replies.ts';
import { type Html, html, htmlPage } from './html-page.ts';

export interface PlainHttpAnswerDeps {
  readonly config: Pick<Config, 'name' | 'publicUrl'>;
  readonly fingerprint: () => string | undefined;
  /** True while browsers know the certificate for the public name: then there is no warning to explain. */
  readonly isTrusted?: () => boolean;
}

/**
 * Answers plain http on the https port: browsers get a page that explains the certificate warning that comes next, with a
 * link to the same place over https. Where no warning comes, they go there at once. Everything else is refused; no cookie is set, no token checked and no body read.
 */
export function createPlainHttpAnswer({ config, fingerprint, isTrusted }: PlainHttpAnswerDeps): RequestListener {
  const publicUrl = config.publicUrl === undefined ? undefined : new URL(config.publicUrl);
  const publicHost = publicUrl?.host;
  return (request, response) => {
    const { method = '', headers, url = '' } = request;
    const { host } = headers;
    const isBrowser = ['GET', 'HEAD'].includes(method) && (headers.accept ?? '').includes('text/html');
    if (host === undefined || !isAllowedHost(host, publicHost) || !isBrowser) {
      refuseRaw(request.socket, validationError([{ field: 'request', issue: 'has to come by https' }]));
      return;
    }
    if (publicUrl !== undefined && isTrusted?.() === true && isNamed(host, publicUrl.hostname)) {
      response.writeHead(302, {
        location: `${publicUrl.origin}${placeIn(url)}`,
        connection: 'close',
        'content-length': 0,
      });
      response.end();
      return;
    }
    const { headers: own, markup } = certificateWarningPage({
      language: /^de\b/i.test(headers['accept-language'] ?? '') ? 'de' : 'en',
      name: config.name,
      fingerprint: fingerprint() ?? '',
      goOn: `https://${host}${placeIn(url)}`,
    });
    const length = { 'content-length': Buffer.byteLength(markup), connection: 'close' };
    response.writeHead(200, { ...own, ...length });
    response.end(method === 'HEAD' ? undefined : markup);
  };
}

/** Port 80 outside may lead here, so that the port of the request says nothing. */
function isNamed(host: string, name: string): boolean {
  return host.toLowerCase().replace(/\.?(:\d+)?$/, '') === name;
}

/** The path of an invitation to a room or of the test link, else `/`: nothing else of the address goes into the link. */
function placeIn(url: string): string {
  return /^\/(?:rooms\/[A-Za-z0-9_-]{1,64}|reach)(?=\/?(?:\?|$))/.exec(url)?.[0] ?? '/';
}

interface Explained {
  readonly language: 'en' | 'de';
  readonly name: string;
  readonly fingerprint: string;
  /** The https address that the page leads to. */
  readonly goOn: string;
}

/** The page that prepares users for their browser's warning about a self-signed certificate. */
function certificateWarningPage(explained: Explained) {
  const words = { en: english, de: german }[explained.language];
  const { title, body } = words(explained);
  return htmlPage({ title, body, language: explained.language, script });
}

/** Takes the part after the `#` along: key and token of the invitation, which browsers never send. */
const script = "for (const link of document.querySelectorAll('a.main')) link.href += location.hash;";

/** A browser, and the buttons to choose in it, in order. */
type Way = readonly [browser: string, steps: string];

function english({ name, fingerprint, goOn }: Explained): { title: string; body: Html } {
  const ways: readonly Way[] = [
    ['Chrome, Edge, Android', '“Advanced”, then “Proceed to … (unsafe)” or “Continue to …”'],
    ['Firefox', '“Advanced…”, then “Accept the Risk and Continue”'],
    ['Safari, iPhone, iPad', '“Show Details”, then “visit this website”, then “Visit Website” again'],
  ];
  return {
    title: 'Your browser will warn you once',
    body: html`<h1>Your browser will warn you once</h1>
<p><strong>${name}</strong> is a Roomtone server on somebody’s own computer. Your connection to it is encrypted, but the
server made its own certificate, so browsers show a warning.</p>
<p>If you know who invited you, continue like this:</p>
${listOf(ways)}
<div class="acts"><a class="button main" href="${goOn}">Continue to ${name}</a></div>
<p class="note">The fingerprint of this server:<br><code>${fingerprint}</code><br>
It must match the one on the host’s screen and the one after <code>#key=</code> in the invitation.</p>
<p class="muted">This page is not encrypted. Don’t enter a password until the address starts with https.</p>`,
  };
}

function german({ name, fingerprint, goOn }: Explained): { title: string; body: Html } {
  const ways: readonly Way[] = [
    ['Chrome, Edge, Android', '„Erweitert“, dann „Weiter zu … (unsicher)“'],
    ['Firefox', '„Erweitert …“, dann „Risiko akzeptieren und fortfahren“'],
    ['Safari, iPhone, iPad', '„Details einblenden“, dann „diese Website besuchen“ und noch einmal „Website besuchen“'],
  ];
  return {
    title: 'Dein Browser warnt dich einmal',
    body: html`<h1>Dein Browser warnt dich einmal</h1>
<p><strong>${name}</strong> ist ein Roomtone-Server auf einem privaten Computer. Die Verbindung ist
verschlüsselt, aber der Server hat sein Zertifikat selbst erstellt. Deshalb warnen Browser davor.</p>
<p>Wenn du weißt, von wem die Einladung ist, geht es so weiter:</p>
${listOf(ways)}
<div class="acts"><a class="button main" href="${goOn}">Weiter zu ${name}</a></div>
<p class="note">Der Fingerabdruck dieses Servers:<br><code>${fingerprint}</code><br>
Er muss mit dem auf dem Bildschirm des Gastgebers und mit dem hinter <code>#key=</code> in der Einladung übereinstimmen.</p>
<p class="muted">Diese Seite ist unverschlüsselt. Gib erst ein Passwort ein, wenn die Adresse mit https beginnt.</p>`,
  };
}

function listOf(ways: readonly Way[]): Html {
  return html`<ul>
${ways.map(([browser, steps]) => html`<li><strong>${browser}</strong>: ${steps}</li>`)}
</ul>`;
}
