import { createMemoryEphemeral } from '../../src/adapters/memory/memory-ephemeral.ts';
import type { Mail } from '../../src/ports/mail.ts';
import type { Storage } from '../../src/ports/storage.ts';
import { createSandboxUnderTest } from '../billing/sandbox-under-test.ts';
import { serve } from '../page-fetcher/network.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { type CopiedStorage, openMemoryStorage, openSqliteInMemory } from '../support/memory-storage.ts';
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
  /** Another application that endpoints need, made with the first call. Nothing may change in it. */
  once<T>(make: () => Promise<T>): Promise<T>;
  /** The same, or another on PostgreSQL, as if it had just been made: for a test that would otherwise make a hundred. */
  putBack(): Promise<PopulatedApp>;
}

const generous = Object.fromEntries(
  ['GENERAL', 'AUTH', 'UPLOAD', 'BILLING'].map((group) => [`ROOMTONE_RATE_LIMIT_${group}`, '100000']),
);

export async function createPopulatedApp(given: TestAppOptions = {}): Promise<PopulatedApp> {
  const { env, deps, ...options } = given;
  const web = await serve((request, response) => {
    response.writeHead(request.url === '/page' ? 200 : 404, { 'content-type': 'text/html' });
    response.end('<title>Prelude</title>');
  });
  const { payments } = createSandboxUnderTest();
  const mails: Mail[] = [];
  const mailSender = { send: async (mail: Mail) => void mails.push(mail), close() {} };
  const counters = countersThatFill();
  const { storage, breakStorage, keep, putBack } = storageThatBreaks();
  const app = await createTestApp({
    ...options,
    env: {
      ...generous,
      ROOMTONE_SCRAPE_ALLOW_HOSTS: web.authority,
      ROOMTONE_PUBLIC_URL: 'http://localhost',
      ROOMTONE_NAME: 'Band room',
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
  await keep();
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
  const others = new Map<() => Promise<unknown>, Promise<unknown>>();
  const populated: PopulatedApp = {
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
    once<T>(make: () => Promise<T>) {
      const made = others.get(make) ?? make();
      others.set(make, made);
      // The map holds of each function the kind of thing that it makes.
      return made as Promise<T>;
    },
    async putBack() {
      if (!(await putBack())) return createPopulatedApp(given);
      counters.clear();
      mails.length = 0;
      newcomers = 0;
      app.realtime.setParticipants(populated.roomId, []);
      return populated;
    },
  };
  return populated;
}

function countersThatFill() {
  let ephemeral = createMemoryEphemeral(createFakeClock());
  let areFull = false;
  const increment: typeof ephemeral.increment = async (key, windowMs) => {
    const counted = await ephemeral.increment(key, windowMs);
    return areFull ? { ...counted, count: 1_000_000_000 } : counted;
  };
  return {
    ephemeral: new Proxy(ephemeral, {
      get: (_, name, receiver) => (name === 'increment' ? increment : Reflect.get(ephemeral, name, receiver)),
    }),
    async whenFull(run: () => Promise<Answer>) {
      areFull = true;
      const answer = await run();
      areFull = false;
      return answer;
    },
    clear() {
      ephemeral = createMemoryEphemeral(createFakeClock());
    },
  };
}

function storageThatBreaks() {
  let isBroken = false;
  let storage: Storage | CopiedStorage = openMemoryStorage();
  let kept: Buffer | undefined;
  return {
    storage: new Proxy<Storage>(storage, {
      get: (_, name, receiver) =>
        isBroken && name !== 'close'
          ? () => Promise.reject(new Error('the disk is gone'))
          : Reflect.get(storage, name, receiver),
    }),
    breakStorage() {
      isBroken = true;
    },
    /** Remembers what is stored, for `putBack`. */
    async keep() {
      kept = 'bytes' in storage ? await storage.bytes() : undefined;
    },
    /** False where the storage can't be copied. */
    async putBack() {
      if (kept === undefined) return false;
      await storage.close();
      storage = openSqliteInMemory(kept);
      isBroken = false;
      return true;
    },
  };
}
