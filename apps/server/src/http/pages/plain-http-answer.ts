import type { RequestListener } from 'node:http';
import { validationError } from '@roomtone/protocol';
import type { Config } from '../../config/config.ts';
import { isAllowedHost } from '../plugins/host-check.ts';
import { refuseRaw } from '../plugins/raw-replies.ts';
import { certificateWarningPage } from './certificate-warning-page.ts';

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
