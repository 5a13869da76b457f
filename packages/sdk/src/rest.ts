import { isErrorCode, RoomtoneError } from '@roomtone/protocol';
import axios, { type AxiosResponse, isAxiosError } from 'axios';
import { ConnectionProblem } from './errors.ts';
import { wrongKeyCode } from './transport/pinned.ts';

export interface RestRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the server's address, with a leading slash. */
  readonly path: string;
  /** JSON or a form. */
  readonly body?: object;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** How long the answer may take; default 10 s. */
  readonly timeoutMs?: number;
  /** Called with the share of the body that has been sent, 0 to 1; in browsers only. */
  readonly onSent?: ((part: number) => void) | undefined;
}

const defaultTimeoutMs = 10_000;

/** One server's REST interface: unwraps envelopes and turns refusals into errors. */
export class RestApi {
  readonly #baseUrl: string;
  readonly #transport: object | undefined;

  /**
   * @param transport options for axios if requests need a special transport.
   * @throws {TypeError} if the address is not an absolute URL.
   */
  constructor(baseUrl: string, transport?: object) {
    this.#transport = transport;
    this.#baseUrl = new URL(baseUrl).href.replace(/\/+$/, '');
  }

  /**
   * Resolves with the answer's data.
   * @throws {RoomtoneError} the server's refusal, or a ConnectionProblem if no Roomtone server answered.
   */
  async send<Data>(request: RestRequest, accessToken?: string): Promise<Data> {
    const { data } = await this.#exchange(request, accessToken);
    if (isSuccess(data)) return data.data as Data;
    throw refusalIn(data);
  }

  /**
   * Resolves with an answer without an envelope, as the health endpoints give; with status 500 it tells what is down.
   */
  async sendPlain<View extends { readonly status: string }>(request: RestRequest): Promise<View> {
    const { data, status } = await this.#exchange(request);
    if ((status === 200 || status === 500) && hasStatus(data)) return data as View;
    throw refusalIn(data);
  }

  async #exchange(request: RestRequest, accessToken?: string): Promise<AxiosResponse<unknown>> {
    const { method, path, body, query, timeoutMs: timeout = defaultTimeoutMs, onSent } = request;
    try {
      return await axios.request<unknown>({
        // Fetch works in Node, windows and workers, but over HTTP/1.1 only XMLHttpRequest reports upload progress.
        ...(onSent === undefined || !('XMLHttpRequest' in globalThis)
          ? { adapter: 'fetch' }
          : { adapter: 'xhr', onUploadProgress: ({ progress = 0 }) => onSent(progress) }),
        ...this.#transport,
        method,
        url: this.#baseUrl + path,
        data: body,
        params: query,
        headers: {
          ...this.#contentType(body),
          ...(accessToken === undefined ? {} : { Authorization: `Bearer ${accessToken}` }),
        },
        timeout,
        // The envelope tells what the status means.
        validateStatus: () => true,
      });
    } catch (cause) {
      if (isAxiosError(cause) && cause.code === wrongKeyCode) {
        throw new ConnectionProblem(
          'wrong-key',
          'Another server answers at this address: it does not have the expected key.',
          {
            cause,
          },
        );
      }
      const timedOut = isAxiosError(cause) && (cause.code === 'ETIMEDOUT' || cause.code === 'ECONNABORTED');
      throw timedOut
        ? new ConnectionProblem('timeout', 'The server did not answer in time.', { cause })
        : new ConnectionProblem('unreachable', 'The server could not be reached.', { cause });
    }
  }

  /** A form sets its own content type with its boundary; a request without a body has none. */
  #contentType(body: object | undefined): { 'Content-Type'?: string | false } {
    // Fetch sets the form's content type if it is given false, axios's Node adapter if it is given nothing.
    if (body instanceof FormData && this.#transport !== undefined) return {};
    return { 'Content-Type': body === undefined || body instanceof FormData ? false : 'application/json' };
  }
}

function isSuccess(answer: unknown): answer is { readonly data: unknown } {
  return (
    typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === true && 'data' in answer
  );
}

function hasStatus(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'status' in answer && typeof answer.status === 'string';
}

function refusalIn(answer: unknown): RoomtoneError {
  // The answer may be anything, for example a proxy's page.
  const { code, message, details } = (answer as { error?: Record<string, unknown> } | null | undefined)?.error ?? {};
  if (!isErrorCode(code))
    return new ConnectionProblem('unexpected-answer', 'The answer is not from a Roomtone server.');
  return new RoomtoneError(
    code,
    String(message),
    typeof details === 'object' && details !== null ? { ...details } : {},
  );
}
