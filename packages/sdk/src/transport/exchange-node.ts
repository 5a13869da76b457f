import type { AxiosRequestConfig } from 'axios';
import { ConnectionError } from '../errors.ts';
import type { Exchange } from './exchange.ts';

/** @param options for requests that need a special transport. */
export function exchangeWith(options: AxiosRequestConfig): Exchange {
  return async ({ method, url, headers, body, timeoutMs, signal: given }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = given === undefined ? timeout : AbortSignal.any([given, timeout]);
    const request = { ...options, method, url, headers: { ...headers }, data: body, signal };
    try {
      // Loaded with the first request: who only has a ticket for a WebSocket needs none.
      const { default: axios } = await import('axios');
      // The caller judges every status, and reads the text itself.
      const answer = await axios.request<string>({ ...request, responseType: 'text', validateStatus: () => true });
      return { status: answer.status, text: answer.data };
    } catch (error) {
      throw signal.aborted ? signal.reason : failureOf(error);
    }
  };
}

/** The codes of Node for a certificate that proves nothing (OpenSSL's `X509_V_ERR_…`). */
const untrusted =
  /^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|UNABLE_TO_(GET_ISSUER|VERIFY)|ERR_TLS_CERT_ALTNAME_INVALID$|HOSTNAME_MISMATCH$|INVALID_(CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$)/;

/** The errors of axios hold the whole request, with its password or token: only their message and code go on. */
function failureOf(error: unknown): Error {
  const { message, code } = error as { readonly message: string; readonly code?: string };
  const cause = Object.assign(new Error(message || code), { code });
  if (!untrusted.test(code ?? '')) return cause;
  const explanation = `The server's certificate is not trusted (${message}). A server with a certificate of its own is reached by its fingerprint, which its invitations have.`;
  return new ConnectionError('untrusted', explanation, { cause });
}

export const exchange: Exchange = exchangeWith({ adapter: 'http' });
