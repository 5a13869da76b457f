import axios, { type AxiosRequestConfig } from 'axios';
import type { Exchange } from './exchange.ts';

/** @param options for requests that need a special transport. */
export function exchangeWith(options: AxiosRequestConfig): Exchange {
  return async ({ method, url, headers, body, timeoutMs, signal: given }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = given === undefined ? timeout : AbortSignal.any([given, timeout]);
    const request = { ...options, method, url, headers: { ...headers }, data: body, signal };
    try {
      // The caller judges every status, and reads the text itself.
      const answer = await axios.request<string>({ ...request, responseType: 'text', validateStatus: () => true });
      return { status: answer.status, text: answer.data };
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
  };
}

export const exchange: Exchange = exchangeWith({ adapter: 'http' });
