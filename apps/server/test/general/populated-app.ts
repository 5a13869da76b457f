import { createMemoryEphemeral } from '../../src/adapters/memory/memory-ephemeral.ts';
import type { Mail } from '../../src/ports/mail.ts';
import type { Storage } from '../../src/ports/storage.ts';
import { createSandboxUnderTest } from '../billing/sandbox-under-test.ts';
import { serve } from '../page-fetcher/network.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { openMemoryStorage } from '../support/memory-storage.ts';
import {
  type Answer,
  createTestApp,
  type Request,
  type SignedIn,
  type TestApp,
  type TestAppOptions,
} from '../support/test-app.ts';

/** An application that holds something for every endpoint to work on. */
export interface PopulatedApp extends TestApp {
  /** Owns the room. */
  readonly ada: SignedIn;
  readonly grace: SignedIn;
  readonly admin: SignedIn;
  readonly roomId: string;
  /** URLs of a page to preview and of one that does not exist. */
  readonly page: string;
  readonly missingPage: string;
  /** Those that were sent. */
  readonly mails: readonly Mail[];
  /** Registers another user. */
  newcomer(): Promise<SignedIn>;
  startCheckout(): Promise<Answer>;
  /** The provider's webhook request once ada has paid. */
  paymentEvent(): Promise<Request>;
  /** Sends that request, after which ada has a subscription. */
  pay(): Promise<Answer>;
  /** Sends a request while every rate limit is exceeded. */
  whenCountersAreFull(run: () => Promise<Answer>): Promise<Answer>;
  /** Makes every storage operation fail from now on. */
  breakStorage(): void;
}

const generous = Object.fromEntries(
  ['GENERAL', 'AUTH', 'UPLOAD', 'BILLING'].map((group) => [`ROOMTONE_RATE_LIMIT_${group}`, '100000']),
);

export async function createPopulatedApp({ env, deps, ...options }: TestAppOptions = {}): Promise<PopulatedApp> {
  const web = await serve((request, response) => {
    response.writeHead(request.url === '/page' ? 200 : 404, { 'content-type': 'text/html' });
    response.end('<title>Prelude</title>');
  });
  const { payments } = createSandboxUnderTest();
  const mails: Mail[] = [];
  const mailSender = { send: async (mail: Mail) => void mails.push(mail), close() {} };
  const counters = countersThatFill();
  const { storage, breakStorage } = storageThatBreaks();
  const app = await createTestApp({
    ...options,
    env: {
      ...generous,
      ROOMTONE_SCRAPE_ALLOW_HOSTS: web.authority,
      ROOMTONE_PUBLIC_URL: 'http://localhost',
      ...env,
    },
    deps: {
      storage,
      ephemeral: counters.ephemeral,
      payments: { payments, sandbox: payments.sandbox },
      mailSender,
      ...deps,
    },
  });
  const [ada, grace, admin] = [await app.register('ada'), await app.register('grace'), await app.register('root')];
  await storage.setRoles(admin.user.user_id, ['member', 'admin']);
  const made = await app.call('POST', '/api/rooms', { token: ada.token, body: { room_name: 'Jam' } });
  let newcomers = 0;
  const startCheckout = async () => {
    const [product] = (await app.call('GET', '/api/billing/products')).body.data.products;
    const body = {
      product_id: product.product_id,
      success_url: 'https://a.example/',
      cancel_url: 'https://a.example/',
    };
    return app.call('POST', '/api/billing/checkout', { token: ada.token, body });
  };
  const paymentEvent = async () => {
    const { session_id: sessionId } = (await startCheckout()).body.data;
    const checkout = await payments.sandbox.sessions.checkout(sessionId);
    if (checkout === undefined) throw new Error('There is no such checkout.');
    const { body, headers } = payments.sandbox.pay(checkout);
    const signed = { ...(headers as Record<string, string>), 'content-type': 'application/json' };
    return { body: Buffer.from(body), headers: signed };
  };
  return {
    ...app,
    storage,
    ada,
    grace,
    admin,
    roomId: made.body.data.room_id,
    page: `http://${web.authority}/page`,
    mails,
    missingPage: `http://${web.authority}/none`,
    newcomer: () => app.register(`newcomer${++newcomers}`),
    startCheckout,
    paymentEvent,
    pay: async () => app.call('POST', '/api/billing/webhook', await paymentEvent()),
    whenCountersAreFull: counters.whenFull,
    breakStorage,
  };
}

function countersThatFill() {
  const ephemeral = createMemoryEphemeral(createFakeClock());
  let areFull = false;
  const increment: typeof ephemeral.increment = async (key, windowMs) => {
    const counted = await ephemeral.increment(key, windowMs);
    return areFull ? { ...counted, count: 1_000_000_000 } : counted;
  };
  return {
    ephemeral: { ...ephemeral, increment },
    async whenFull(run: () => Promise<Answer>) {
      areFull = true;
      const answer = await run();
      areFull = false;
      return answer;
    },
  };
}

function storageThatBreaks() {
  let isBroken = false;
  const storage = new Proxy<Storage>(openMemoryStorage(), {
    get: (target, name, receiver) =>
      isBroken && name !== 'close'
        ? () => Promise.reject(new Error('the disk is gone'))
        : Reflect.get(target, name, receiver),
  });
  return {
    storage,
    breakStorage() {
      isBroken = true;
    },
  };
}
