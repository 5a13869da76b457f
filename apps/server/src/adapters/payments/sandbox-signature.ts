import { createHmac, timingSafeEqual } from 'node:crypto';
import { type WebhookHeaders, WebhookRefused } from '../../ports/payments.ts';

/** Maximum age of a signature, which limits how long an event can be repeated by an attacker (S19.9). */
const toleranceMs = 300_000;

const header = 'Roomtone-Signature';

/** Signs in Stripe's format: `t=<Unix seconds>,v1=<HMAC-SHA256 of "t.body" in hex>`. */
export function signatureHeaders(body: Uint8Array, key: Uint8Array, nowMs: number): WebhookHeaders {
  const seconds = Math.floor(nowMs / 1000);
  return { [header.toLowerCase()]: `t=${seconds},v1=${hmac(body, key, seconds).toString('hex')}` };
}

/** @throws {WebhookRefused} if the signature is missing, wrong, or too far from the current time. */
export function checkSignature(body: Uint8Array, headers: WebhookHeaders, key: Uint8Array, nowMs: number): void {
  const text = headers[header.toLowerCase()];
  const parts = typeof text === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(text) : null;
  if (parts === null) throw new WebhookRefused(header, 'is missing or is not a signature');
  const seconds = Number(parts[1]);
  const given = Buffer.from(parts[2] ?? '', 'hex');
  if (!timingSafeEqual(given, hmac(body, key, seconds))) throw new WebhookRefused(header, 'does not match the body');
  const ageMs = (Math.floor(nowMs / 1000) - seconds) * 1000;
  if (Math.abs(ageMs) > toleranceMs) throw new WebhookRefused(header, 'is of another time');
}

function hmac(body: Uint8Array, key: Uint8Array, seconds: number): Buffer {
  return createHmac('sha256', key).update(`${seconds}.`).update(body).digest();
}
