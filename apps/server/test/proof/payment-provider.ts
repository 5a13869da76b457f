import { randomUUID } from 'node:crypto';
import { signatureHeaders } from '../../src/adapters/payments/sandbox.ts';
import { deriveKeys } from '../../src/adapters/tokens/keys.ts';
import type { Expectations } from './expectations.ts';
import { request } from './person.ts';

interface Event {
  readonly id: string;
  readonly body: Buffer;
  isAcknowledged: boolean;
}

/** A payment provider that sends the events of subscriptions, often more than once, as real ones do. */
export class PaymentProvider {
  readonly #url: string;
  readonly #key: Uint8Array;
  readonly #expected: Expectations;
  readonly #random: () => number;
  readonly #events: Event[] = [];
  /** The latest end of the paid period, by user. */
  readonly #paidUntil = new Map<string, number>();

  constructor(url: string, jwtKey: Uint8Array, { expected, random }: { expected: Expectations; random: () => number }) {
    this.#url = url;
    this.#key = deriveKeys(jwtKey).payments;
    this.#expected = expected;
    this.#random = random;
  }

  get paidUntil(): ReadonlyMap<string, number> {
    return this.#paidUntil;
  }

  /** A user pays for one more day: the event is sent up to three times at once. */
  async pay(userId: string): Promise<void> {
    const until = (this.#paidUntil.get(userId) ?? Date.now()) + 86_400_000;
    this.#paidUntil.set(userId, until);
    const data = { customer_id: `cus_${userId}`, user_id: userId, product_id: 'pro-monthly', paid_until: until };
    const id = randomUUID();
    const content = {
      id,
      type: 'subscription.paid',
      created: Date.now(),
      data: { subscription_id: `sub_${userId}`, ...data },
    };
    const event: Event = { id, body: Buffer.from(JSON.stringify(content)), isAcknowledged: false };
    this.#events.push(event);
    const times = 1 + Math.floor(this.#random() * 3);
    await this.#expected.make(`event ${id}`, async () => {
      await Promise.all(Array.from({ length: times }, () => this.#send(event)));
      return event.isAcknowledged ? 'ok' : 'unknown';
    });
  }

  /** Sends what was not acknowledged until it is, and some of the rest once more. */
  async repeat(): Promise<void> {
    for (const event of this.#events) {
      if (event.isAcknowledged && this.#random() < 0.5) continue;
      await this.#expected.make(`event ${event.id}`, async () => {
        do await this.#send(event);
        while (!event.isAcknowledged);
        return 'ok';
      });
    }
  }

  async #send(event: Event): Promise<void> {
    // The type of a signed event allows more kinds of headers than the sandbox has.
    const signed = signatureHeaders(event.body, this.#key, Date.now()) as Readonly<Record<string, string>>;
    const headers = { 'content-type': 'application/json', ...signed };
    const { outcome } = await request(`${this.#url}/api/billing/webhook`, {
      method: 'POST',
      headers,
      body: new Uint8Array(event.body),
    });
    if (outcome === 'failed') throw new Error('An event of the payment provider was refused.');
    if (outcome === 'ok') event.isAcknowledged = true;
  }
}
