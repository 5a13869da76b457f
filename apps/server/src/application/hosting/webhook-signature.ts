import { createHmac } from 'node:crypto';

const prefix = 'whsec_';

/** The secret in the form that the receiver of the requests gets. */
export function shownSecret(secret: Uint8Array): string {
  return `${prefix}${Buffer.from(secret).toString('base64')}`;
}

/** The headers of Standard Webhooks for a request. @param nowMs when it is sent. */
export function signedHeaders(
  secret: Uint8Array,
  id: string,
  nowMs: number,
  body: string,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'Roomtone (webhook)',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
