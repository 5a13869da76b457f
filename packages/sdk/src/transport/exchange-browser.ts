import type { Exchange, HttpAnswer, HttpRequest } from './exchange.ts';

/** Uses fetch, which windows and workers have: axios would take a third of the SDK there. */
export const exchange: Exchange = async (request) => {
  const { method, url, headers, body, timeoutMs, onSent } = request;
  // Over HTTP/1.1 only XMLHttpRequest reports upload progress.
  if (onSent !== undefined && 'XMLHttpRequest' in globalThis) return exchangeWithProgress(request, onSent);
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { method, headers, signal, ...(body === undefined ? {} : { body }) });
  return { status: response.status, text: await response.text() };
};

function exchangeWithProgress(
  { method, url, headers, body, timeoutMs }: HttpRequest,
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
    request.onerror = () => reject(new Error('the request failed'));
    request.ontimeout = () => reject(new DOMException('the answer took too long', 'TimeoutError'));
    request.send(body ?? null);
  });
}
