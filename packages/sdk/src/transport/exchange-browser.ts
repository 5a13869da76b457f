import { ConnectionError } from '../errors.ts';
import type { Exchange, HttpAnswer, HttpRequest } from './exchange.ts';

/** Uses fetch, which windows and workers have: axios would take a third of the SDK there. */
export const exchange: Exchange = async (request) => {
  const { method, url, headers, body, timeoutMs, signal: given, onSent } = request;
  // Over HTTP/1.1 only XMLHttpRequest reports upload progress.
  if (onSent !== undefined && 'XMLHttpRequest' in globalThis) return exchangeWithProgress(request, onSent);
  // React Native has neither `AbortSignal.timeout` nor `any`, and no reasons.
  const limit = new AbortController();
  let why: unknown;
  const end = (reason: unknown) => {
    why = reason;
    limit.abort();
  };
  const aborted = () => end(given?.reason);
  const timer = setTimeout(() => end(tooLate()), timeoutMs);
  given?.addEventListener('abort', aborted);
  if (given?.aborted === true) aborted();
  try {
    const { signal } = limit;
    const response = await fetch(url, { method, headers, signal, ...(body === undefined ? {} : { body }) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (limit.signal.aborted) throw why;
    throw await explained(error, url);
  } finally {
    clearTimeout(timer);
    given?.removeEventListener('abort', aborted);
  }
};

function tooLate(): Error {
  return Object.assign(new Error('the answer took too long'), { name: 'TimeoutError' });
}

function exchangeWithProgress(
  { method, url, headers, body, timeoutMs, signal }: HttpRequest,
  onSent: (part: number) => void,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.timeout = timeoutMs;
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onSent(loaded / total);
    };
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => void explained(new Error('the request failed'), url).then(reject);
    signal?.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason);
    });
    request.ontimeout = () => reject(tooLate());
    request.send(body ?? null);
  });
}

/** How long to wait to find out why a request failed. */
const explanationMs = 3_000;

/**
 * Browsers tell a page nothing about a request that failed, not even whether the server refused the page. A request whose
 * answer the page cannot read succeeds in that case.
 */
async function explained(error: unknown, url: string): Promise<unknown> {
  // React Native has no pages, and every server answers it.
  const { origin } = globalThis.location ?? {};
  if (origin === undefined || new URL(url).origin === origin) return error;
  const signal = AbortSignal.timeout(explanationMs);
  const answers = await fetch(new URL('/health', url), { mode: 'no-cors', signal }).then(
    () => true,
    () => false,
  );
  if (!answers) return error;
  const explanation = `The server does not allow pages of ${origin}: its host must add that to ROOMTONE_ALLOWED_ORIGINS.`;
  return new ConnectionError('blocked', explanation, { cause: error });
}
