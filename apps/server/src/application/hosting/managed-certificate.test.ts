import { expect, test } from 'vitest';
import {
  type CertificateOrder,
  type CertificateStore,
  type ChallengeKind,
  type IssuedCertificate,
  IssueFailure,
} from '../../ports/certificate-authority.ts';
import { ManagedCertificate, type ManagedCertificateState } from './managed-certificate.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const startMs = 20_000 * dayMs;

const certificate = (notBeforeMs: number): IssuedCertificate => ({
  chain: `certificate of ${notBeforeMs}`,
  notBeforeMs,
  notAfterMs: notBeforeMs + 90 * dayMs,
});

/** An authority whose clock is right, and a machine whose clock need not be. */
function managed({
  stored,
  isForeign = false,
  waitMs,
}: {
  stored?: IssuedCertificate;
  isForeign?: boolean;
  waitMs?: number;
} = {}) {
  const world = {
    nowMs: startMs,
    authorityMs: startMs,
    /** The outcome of orders: a failure, or none without a certificate. */
    failure: undefined as Error | undefined,
    storeFails: false,
    orders: [] as ChallengeKind[],
    times: 0,
    stored,
    waitMs,
    changes: [] as ManagedCertificateState[],
    next: undefined as { delayMs: number; run: () => void } | undefined,
  };
  const store: CertificateStore = {
    read: () => (world.stored === undefined ? undefined : { certificate: world.stored, isForeign }),
    async write(issued) {
      if (world.storeFails) throw new Error('the disk is full');
      world.stored = issued;
    },
    readWait: () => world.waitMs,
    async writeWait(untilMs) {
      world.waitMs = untilMs;
    },
  };
  const subject = new ManagedCertificate({
    name: 'music.example.org',
    store,
    clock: { nowMs: () => world.nowMs },
    authority: {
      async nowMs() {
        world.times++;
        return world.authorityMs;
      },
      async issue({ challenge }: CertificateOrder) {
        world.orders.push(challenge);
        if (world.failure !== undefined) throw world.failure;
        return certificate(world.authorityMs);
      },
    },
    after(delayMs, run) {
      world.next = { delayMs, run };
      return () => {
        world.next = undefined;
      };
    },
    show: async () => () => {},
    log: { info() {}, warn() {}, error() {} },
    onChange: (state) => world.changes.push(state),
  });
  /** Lets the time pass until the next look; resolves with how long that was, ms. */
  const pass = async () => {
    const due = world.next;
    world.next = undefined;
    world.nowMs += due?.delayMs ?? 0;
    world.authorityMs += due?.delayMs ?? 0;
    await due?.run();
    return due?.delayMs;
  };
  return { subject, world, pass };
}

test('S28.8: attempts take the two checks in turn, with growing pauses, until one succeeds', async () => {
  const { subject, world, pass } = managed();
  world.failure = new IssueFailure('challengeFailed', 'nobody is there');
  await subject.start();
  const pauses = [await pass(), await pass(), await pass(), await pass()];
  expect(pauses).toEqual([minuteMs, 10 * minuteMs, 20 * minuteMs, 40 * minuteMs]);
  expect(world.orders).toEqual(['tls-alpn-01', 'http-01', 'tls-alpn-01', 'http-01', 'tls-alpn-01']);
  expect(subject.state.lastFailure).toMatchObject({ problem: 'challengeFailed', reason: 'nobody is there' });
  world.failure = undefined;
  await pass();
  expect(world.orders.at(-1)).toBe('http-01');
  expect(subject.state).toEqual({ current: certificate(world.authorityMs), lastFailure: undefined });
  // The check that succeeded is the first to be tried the next time, and pauses are short again.
  world.nowMs += 80 * dayMs;
  world.authorityMs += 80 * dayMs;
  world.failure = new IssueFailure('unreachable', 'no answer');
  await pass();
  expect([world.orders.at(-1), await pass()]).toEqual(['http-01', minuteMs]);
});

test('S28.8: while the authority cannot be reached the same check is tried again', async () => {
  const { subject, world, pass } = managed();
  world.failure = new IssueFailure('unreachable', 'no answer');
  await subject.start();
  await pass();
  expect(world.orders).toEqual(['tls-alpn-01', 'tls-alpn-01']);
});

test('S28.5: a certificate of another authority serves only until there is one of the authority that is set', async () => {
  const practice = certificate(startMs);
  const { subject, world, pass } = managed({ stored: practice, isForeign: true });
  world.failure = new IssueFailure('unreachable', 'no answer');
  await subject.start();
  expect([subject.state.current, world.orders.length]).toEqual([practice, 1]);
  world.failure = undefined;
  world.authorityMs += hourMs;
  await pass();
  expect(subject.state.current).not.toEqual(practice);
  // From then on it is the authority's own.
  await pass();
  expect([world.orders.length, world.times]).toEqual([2, 0]);
});

test('S28.8: a certificate that cannot be stored is not served, and the one before stays', async () => {
  const before = certificate(startMs - 80 * dayMs);
  const { subject, world, pass } = managed({ stored: before });
  world.storeFails = true;
  await subject.start();
  expect(subject.state).toMatchObject({
    current: before,
    lastFailure: { problem: 'local', reason: 'the disk is full', atMs: startMs, nextMs: startMs + minuteMs },
  });
  world.storeFails = false;
  await pass();
  expect(subject.state.lastFailure).toBeUndefined();
  expect(world.changes).toHaveLength(2);
});

test('S28.9: after a restart the authority is left in peace for as long as it asked', async () => {
  const { subject, world, pass } = managed({ waitMs: startMs + 5 * hourMs });
  await subject.start();
  expect(world.orders).toEqual([]);
  expect(await pass()).toBe(5 * hourMs);
  expect([world.orders, world.waitMs]).toEqual([['tls-alpn-01'], undefined]);
});

test('S28.7: a clock that stands years off costs one question a day', async () => {
  for (const years of [30, -30]) {
    const { subject, world, pass } = managed({ stored: certificate(startMs) });
    world.nowMs += years * 365 * dayMs;
    await subject.start();
    for (let days = 1; days < 10; days++) expect(await pass()).toBe(dayMs);
    expect([world.orders, world.times]).toEqual([[], 10]);
    // The certificate really ends some day, whatever the clock here says.
    world.authorityMs = startMs + 61 * dayMs;
    await pass();
    expect(world.orders).toHaveLength(1);
  }
});

test('S28.11: nothing is asked after a stop', async () => {
  const { subject, world } = managed();
  world.failure = new IssueFailure('unreachable', 'no answer');
  await subject.start();
  await subject.stop();
  expect(world.next).toBeUndefined();
  await subject.start();
  expect(world.orders).toHaveLength(1);
});
