import type { RequestListener } from 'node:http';
import { validationError } from '@roomtone/protocol';
import { acceptedLanguage, type Language } from '@roomtone/words';
import { serverWords } from '@roomtone/words/server';
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
      language: acceptedLanguage(headers['accept-language']),
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
  readonly language: Language;
  readonly name: string;
  readonly fingerprint: string;
  /** The https address that the page leads to. */
  readonly goOn: string;
}

/** The page that prepares users for their browser's warning about a self-signed certificate. */
function certificateWarningPage({ language, name, fingerprint, goOn }: Explained) {
  const words = serverWords(language).certificate;
  const ways: readonly Way[] = [
    ['Chrome, Edge, Android', words.chrome],
    ['Firefox', words.firefox],
    ['Safari, iPhone, iPad', words.safari],
  ];
  const { title } = words;
  const body = html`<h1>${title}</h1>
<p>${words.lead({ name })}</p>
<p>${words.continueLike}</p>
${listOf(ways)}
<div class="acts"><a class="button main" href="${goOn}">${words.continue({ name })}</a></div>
<p class="note">${words.fingerprint}<br><code>${fingerprint}</code><br>
${words.compare({ key: '#key=' })}</p>
<p class="muted">${words.notEncrypted}</p>`;
  return htmlPage({ title, body, language, script });
}

/** Takes the part after the `#` along: key and token of the invitation, which browsers never send. */
const script = "for (const link of document.querySelectorAll('a.main')) link.href += location.hash;";

/** A browser, and the buttons to choose in it, in order. */
type Way = readonly [browser: string, steps: string];

function listOf(ways: readonly Way[]): Html {
  return html`<ul>
${ways.map(([browser, steps]) => html`<li><strong>${browser}</strong>: ${steps}</li>`)}
</ul>`;
}
