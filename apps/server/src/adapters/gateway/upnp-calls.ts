import { request } from 'node:http';
import { GatewayFailure } from '../../ports/gateways.ts';
import { elementIn, type PortService, soapRequest } from './upnp-xml.ts';

// Requests to a device, with a bound on how much of each answer is read.

const timeoutMs = 3_000;
const mostBytes = 64 * 1024;

/** A device has refused an action. */
export class UpnpError extends GatewayFailure {
  readonly code: number;

  constructor(action: string, code: number) {
    super('refused', `UPnP refuses ${action} with error ${code}.`);
    this.code = code;
  }
}

/**
 * Calls an action of a service.
 * @param from the address of this machine to ask from, if that matters.
 * @throws {GatewayFailure}
 */
export async function callUpnp(
  { type, controlUrl }: PortService,
  action: string,
  values: Readonly<Record<string, string | number>>,
  from?: string,
): Promise<string> {
  const { ok, text } = await fetchUpnp(controlUrl, {
    body: soapRequest(type, action, values),
    headers: { 'content-type': 'text/xml; charset="utf-8"', soapaction: `"${type}#${action}"` },
    from,
  });
  if (!ok) throw new UpnpError(action, Number(elementIn(text, 'errorCode') ?? 0));
  return text;
}

export interface UpnpRequest {
  /** Posts it; otherwise the address is read. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: string | undefined;
}

/** Never follows a redirect, and reads no more than a description needs. @throws {GatewayFailure} */
export async function fetchUpnp(
  url: string,
  { body, headers = {}, from }: UpnpRequest = {},
): Promise<{ readonly ok: boolean; readonly text: string }> {
  try {
    return await new Promise((resolve, reject) => {
      const asking = request(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
        signal: AbortSignal.timeout(timeoutMs),
        agent: false,
        ...(from === undefined ? {} : { localAddress: from }),
      });
      asking.on('error', reject);
      asking.on('response', (response) => {
        const { statusCode = 0 } = response;
        if (statusCode >= 300 && statusCode < 400) reject(new Error('The device leads elsewhere.'));
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('error', reject);
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.byteLength;
          if (bytes > mostBytes) asking.destroy(new Error('The answer is too long.'));
          else chunks.push(chunk);
        });
        response.on('end', () => {
          const ok = statusCode >= 200 && statusCode < 300;
          resolve({ ok, text: Buffer.concat(chunks).toString('utf8') });
        });
      });
      asking.end(body);
    });
  } catch (error) {
    throw new GatewayFailure('noAnswer', `UPnP: ${error instanceof Error ? error.message : error}`);
  }
}
