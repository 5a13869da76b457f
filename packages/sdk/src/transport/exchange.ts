export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A form brings its own content type. */
  readonly body: string | FormData | undefined;
  readonly timeoutMs: number;
  /** Called with the share of the body that has been sent, 0 to 1; in browsers only. */
  readonly onSent?: ((part: number) => void) | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends one request and resolves with the whole answer, whatever its status.
 * @throws {Error} named TimeoutError if the answer took too long; any other error if there was none.
 */
export type Exchange = (request: HttpRequest) => Promise<HttpAnswer>;

/** Uses fetch, which Node, windows and workers have. */
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
