import { isErrorCode, type RoomtoneError } from '@roomtone/protocol';
import type { CallOptions } from './call-options.ts';
import { camelCased, snakeCased } from './camel-case.ts';
import type { RoomtoneClientOptions } from './client-options.ts';
import { asClientError, ConnectionError, refusalOf } from './errors.ts';
import type { Exchange, HttpAnswer } from './transport/exchange.ts';
import { wrongKeyCode } from './transport/wrong-key.ts';

export interface RestRequest extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the server's address, with a leading slash. */
  readonly path: string;
  /** JSON with names in camelCase, or a form. */
  readonly body?: object;
  /** Sends the body as it is, and resolves with the whole answer as the server writes it: the envelope, its names and times. */
  readonly raw?: boolean;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Called with the share of the body that has been sent, 0 to 1; in browsers only. */
  readonly onSent?: ((part: number) => void) | undefined;
}

const defaultTimeoutMs = 10_000;

/** One server's REST interface: unwraps envelopes, turns refusals into errors, and names everything in camelCase. */
export class RestApi {
  readonly #baseUrl: string;
  readonly #exchange: Exchange;
  readonly #invitation: string | undefined;
  readonly #longestMs: number;

  /**
   * @param options the token that admits a guest, and how long to wait for a rate limit.
   * @throws {TypeError} if the address is not an absolute http(s) URL.
   */
  constructor(
    baseUrl: string,
    exchange: Exchange,
    { invitation, retry = 0 }: Pick<RoomtoneClientOptions, 'invitation' | 'retry'> = {},
  ) {
    this.#exchange = exchange;
    this.#invitation = invitation;
    this.#longestMs = retry;
    const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) {
      throw new TypeError(`baseUrl must be an address such as http://127.0.0.1:7420: ${baseUrl}`);
    }
    this.#baseUrl = url.href.replace(/\/+$/, '');
  }

  /** The server's origin, such as `https://music.example.org`. */
  get origin(): string {
    return new URL(this.#baseUrl).origin;
  }

  /**
   * Resolves with the answer's data.
   * @throws {RoomtoneError} the server's refusal.
   * @throws {ConnectionError} if no Roomtone server answered.
   */
  async send<Data>(request: RestRequest, accessToken?: string): Promise<Data> {
    const send = async () => {
      const { data } = await this.#ask(request, accessToken);
      if (request.raw === true && isWhole(data)) return data as Data;
      if (isSuccess(data)) return camelCased(data.data) as Data;
      throw refusalIn(data);
    };
    const { signal, timeoutMs = this.#longestMs } = request;
    const longestMs = Math.min(this.#longestMs, timeoutMs);
    if (!(longestMs > 0)) return send();
    const { patiently } = await import('./patience.ts');
    return patiently(send, { signal, longestMs });
  }

  /**
   * Resolves with an answer without an envelope, as the health endpoints give; with status 500 it tells what is down.
   */
  async sendPlain<View extends { readonly status: string }>(request: RestRequest): Promise<View> {
    const { data, status } = await this.#ask(request);
    if ((status === 200 || status === 500) && hasStatus(data)) return camelCased(data) as View;
    throw refusalIn(data);
  }

  /** The answer's status, which the envelope explains, and its JSON; undefined if the answer is not JSON. */
  async #ask(request: RestRequest, accessToken?: string): Promise<{ status: number; data: unknown }> {
    const { method, path, body, raw = false, query = {}, timeoutMs = defaultTimeoutMs, signal, onSent } = request;
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search =
      given.length === 0 ? '' : `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`;
    const invitation = this.#invitation;
    const guest = invitation === undefined ? {} : { authorization: `Invitation ${invitation}` };
    const isForm = body instanceof FormData;
    const answer = await this.#exchange({
      method,
      url: this.#baseUrl + path + search,
      headers: {
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...(accessToken === undefined ? guest : { authorization: `Bearer ${accessToken}` }),
      },
      body: body === undefined || isForm ? body : JSON.stringify(raw ? body : snakeCased(body)),
      timeoutMs,
      signal,
      onSent,
    }).catch((cause: unknown) => {
      throw failureOf(cause, signal);
    });
    return { status: answer.status, data: jsonIn(answer) };
  }
}

function jsonIn({ text }: HttpAnswer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function failureOf(cause: unknown, signal: AbortSignal | undefined): Error {
  if (signal?.aborted === true)
    return new ConnectionError('aborted', 'The call was aborted.', { cause: signal.reason });
  const { name, code } = cause as { name?: unknown; code?: unknown };
  if (code === wrongKeyCode) {
    const explanation = 'Another server answers at this address: it does not have the expected key.';
    return new ConnectionError('wrongKey', explanation, { cause });
  }
  if (name === 'TimeoutError') return new ConnectionError('timeout', 'The server did not answer in time.', { cause });
  return asClientError(cause);
}

function isSuccess(answer: unknown): answer is { readonly data: unknown } {
  return (
    typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === true && 'data' in answer
  );
}

/** A success, or what an endpoint without an envelope says. */
function isWhole(answer: unknown): boolean {
  return isSuccess(answer) || hasStatus(answer);
}

function hasStatus(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'status' in answer && typeof answer.status === 'string';
}

function refusalIn(answer: unknown): RoomtoneError | ConnectionError {
  // The answer may be anything, for example a proxy's page.
  const { code, message, details } = (answer as { error?: Record<string, unknown> } | null | undefined)?.error ?? {};
  if (!isErrorCode(code)) return new ConnectionError('unexpectedAnswer', 'This is not a Roomtone server.');
  return refusalOf(code, String(message), typeof details === 'object' && details !== null ? details : {});
}
