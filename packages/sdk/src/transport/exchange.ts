export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A form brings its own content type. */
  readonly body: string | FormData | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with the share of the body that has been sent, 0 to 1; in browsers only. */
  readonly onSent?: ((part: number) => void) | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends one request and resolves with the whole answer, whatever its status.
 * @throws {ConnectionError} `blocked` if the server does not allow this page to call it.
 * @throws {Error} named TimeoutError if the answer took too long; any other error if there was none.
 */
export type Exchange = (request: HttpRequest) => Promise<HttpAnswer>;
