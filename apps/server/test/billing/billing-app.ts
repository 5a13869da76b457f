import { fastify, type InjectOptions } from 'fastify';
import { onTestFinished } from 'vitest';
import { botTokens } from '../../src/adapters/tokens/bot-tokens.ts';
import { type Billing, createBilling } from '../../src/application/billing/billing.ts';
import type { Subscription } from '../../src/domain/subscription.ts';
import { createAuthentication } from '../../src/http/plugins/authentication.ts';
import { sendError } from '../../src/http/plugins/error-handler.ts';
import { acceptJsonOnly } from '../../src/http/plugins/json-bodies.ts';
import { validatorCompiler } from '../../src/http/plugins/server.ts';
import type { App } from '../../src/http/plugins/server-types.ts';
import { billingEndpoints } from '../../src/http/routes/billing/billing-endpoints.ts';
import type { PaymentSandbox, SignedEvent } from '../../src/ports/payment-sandbox.ts';
import type { Payments } from '../../src/ports/payments.ts';
import type { FakeClock } from '../support/fake-clock.ts';
import { openMemoryStorage } from '../support/memory-storage.ts';
import { sessionRecord, userRecord } from '../support/records.ts';

export interface BillingApp {
  readonly app: App;
  readonly billing: Billing;
  /** The announced subscriptions, in order. */
  readonly told: readonly { readonly userId: string; readonly subscription: Subscription }[];
  post(path: string, token: string | undefined, body?: object): Promise<Answer>;
  get(path: string): Promise<Answer>;
  /** Sends an event to the webhook as the provider would. */
  deliver(event: SignedEvent): Promise<Answer>;
  /** Registers a user whose token is the name; resolves with the user's id. */
  signIn(name: string, roles?: readonly string[]): Promise<string>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

export interface BillingAppOptions {
  readonly payments: Payments | undefined;
  readonly sandbox?: PaymentSandbox;
  readonly clock: FakeClock;
  /** Called before an announcement is recorded. */
  readonly onTold?: () => Promise<void>;
}

export const baseUrl = 'http://roomtone.test';

/** Creates a server with only the billing routes, on storage in memory. */
export async function createBillingApp({ payments, sandbox, clock, onTold }: BillingAppOptions): Promise<BillingApp> {
  const storage = openMemoryStorage();
  const told: { userId: string; subscription: Subscription }[] = [];
  const billing = createBilling({
    payments,
    storage,
    clock,
    async onSubscriptionChanged(userId, subscription) {
      await onTold?.();
      told.push({ userId, subscription });
    },
  });
  const tokens = {
    sent: (token: string) => ({ token, hash: token }),
    verify: async ({ token }: { token: string }) => ({
      userId: `id-of-${token}`,
      sessionId: token,
      expiresAt: Number.MAX_SAFE_INTEGER,
    }),
  };
  const app: App = fastify();
  app.setValidatorCompiler(validatorCompiler);
  acceptJsonOnly(app);
  app.setErrorHandler(sendError);
  await billingEndpoints(app, {
    config: { publicUrl: baseUrl },
    authentication: createAuthentication({ tokens, botTokens }, storage),
    billing,
    sandbox,
    clock,
  });
  onTestFinished(() => app.close());

  const inject = async (request: InjectOptions): Promise<Answer> => {
    const response = await app.inject(request);
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.payload,
      body: isJson ? response.json() : undefined,
    };
  };
  return {
    app,
    billing,
    told,
    post: (url, token, body) =>
      inject({
        method: 'POST',
        url,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { payload: body }),
      }),
    get: (url) => inject({ method: 'GET', url }),
    deliver: ({ body, headers }) =>
      inject({
        method: 'POST',
        url: '/api/billing/webhook',
        headers: { 'content-type': 'application/json; charset=utf-8', ...(headers as Record<string, string>) },
        payload: Buffer.from(body),
      }),
    async signIn(name, roles = ['member']) {
      const user = userRecord(name, { roles });
      await storage.createUser(user);
      await storage.createSession(sessionRecord(name, user.userId, { expiresAt: Number.MAX_SAFE_INTEGER }));
      return user.userId;
    },
  };
}
