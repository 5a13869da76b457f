import { type Agent, request as sendOver } from 'node:https';
import { text } from 'node:stream/consumers';
import { ConnectionError } from '../errors.ts';
import type { Exchange, HttpAnswer, HttpRequest } from './exchange.ts';

type Answering = (request: HttpRequest, signal: AbortSignal) => Promise<HttpAnswer>;

export const exchange: Exchange = withinTime(async ({ method, url, headers, body }, signal) => {
  const answer = await fetch(url, { method, headers, signal, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, text: await answer.text() };
});

/** The same over connections of an agent, which fetch does not take. No redirect is followed. */
export function exchangeOver(agent: Agent): Exchange {
  return withinTime(async ({ method, url, headers, body }, signal) => {
    // It knows the content type of a form.
    const sent = new Request(url, { method, headers, ...(body === undefined ? {} : { body }) });
    const bytes = body === undefined ? undefined : Buffer.from(await sent.arrayBuffer());
    // Node would send the body of a DELETE without a length.
    if (bytes !== undefined) sent.headers.set('content-length', String(bytes.length));
    return new Promise((resolve, reject) => {
      const request = sendOver(url, { method, headers: Object.fromEntries(sent.headers), agent, signal }, (answer) => {
        text(answer).then((read) => resolve({ status: answer.statusCode ?? 0, text: read }), reject);
      });
      request.on('error', reject);
      request.end(bytes);
    });
  });
}

function withinTime(send: Answering): Exchange {
  return async (request) => {
    const timeout = AbortSignal.timeout(request.timeoutMs);
    const signal = request.signal === undefined ? timeout : AbortSignal.any([request.signal, timeout]);
    try {
      return await send(request, signal);
    } catch (error) {
      throw signal.aborted ? signal.reason : failureOf(error);
    }
  };
}

/** The codes of Node for a certificate that proves nothing (OpenSSL's `X509_V_ERR_…`). */
const untrusted =
  /^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|UNABLE_TO_(GET_ISSUER|VERIFY)|ERR_TLS_CERT_ALTNAME_INVALID$|HOSTNAME_MISMATCH$|INVALID_(CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$)/;

/** Only what says why goes on: an error of a library may hold the request, with its password or token. */
function failureOf(error: unknown): Error {
  // That of fetch says only that it failed.
  const { message, code } = ((error as Error).cause ?? error) as { readonly message: string; readonly code?: string };
  const cause = Object.assign(new Error(message || code), { code });
  if (!untrusted.test(code ?? '')) return cause;
  const explanation = `The server's certificate is not trusted (${message}). A server with a certificate of its own is reached by its fingerprint, which its invitations have.`;
  return new ConnectionError('untrusted', explanation, { cause });
}
