import { expect, test } from 'vitest';
import { type Gateway, GatewayFailure, type GatewayProblem, type PortMapping } from '../../ports/gateways.ts';
import { InternetAccess, type InternetState } from './internet-access.ts';

const address = '45.90.10.1';

interface FakeGateway extends Gateway {
  /** From now on no port is opened. */
  problem: GatewayFailure | undefined;
  readonly open_: Map<string, PortMapping>;
  asked: number;
}

interface FakeOptions {
  /** The number that it gives for a transport, if not the one asked for. */
  readonly gives?: Partial<Record<'tcp' | 'udp', number>>;
  readonly lifetimeS?: number | undefined;
  readonly at?: string;
}

function fakeGateway(options: FakeOptions = {}): FakeGateway {
  const { gives = {}, at = '192.168.1.1' } = options;
  const lifetimeS = 'lifetimeS' in options ? options.lifetimeS : 3_600;
  return {
    protocol: 'UPnP',
    address: at,
    localAddress: '192.168.1.5',
    problem: undefined,
    open_: new Map(),
    asked: 0,
    async open({ transport, port, externalPort }) {
      this.asked++;
      if (this.problem !== undefined) throw this.problem;
      const mapping = { transport, port, externalPort: gives[transport] ?? externalPort, address, lifetimeS };
      this.open_.set(transport, mapping);
      return mapping;
    },
    async close({ transport }) {
      this.open_.delete(transport);
    },
  };
}

/** @param there the gateways of the network; changes count at once. */
function accessTo(there: FakeGateway[], own?: string, stun?: number) {
  let next: { delayMs: number; run: () => void } | undefined;
  const timers = new Set<object>();
  const changes: InternetState[] = [];
  const renewals: InternetState[] = [];
  let searches = 0;
  const access = new InternetAccess({
    gateways: {
      async *find() {
        searches++;
        yield* there;
      },
      ownPublicAddress: () => own,
    },
    clock: { nowMs: () => 1_000_000 },
    after(delayMs, run) {
      const timer = { delayMs, run };
      timers.add(timer);
      next = timer;
      return () => timers.delete(timer);
    },
    ports: { tcp: 7420, udp: 7420, stun },
    log: { info() {}, warn() {} },
    onChange: (state) => changes.push(state),
    onRenew: (state) => renewals.push(state),
  });
  return {
    access,
    changes,
    renewals,
    timers,
    get searches() {
      return searches;
    },
    /** Lets the time pass until it asks again; resolves with how long that was, ms. */
    async pass(): Promise<number | undefined> {
      const due = next;
      if (due !== undefined) timers.delete(due);
      due?.run();
      await settled();
      return due?.delayMs;
    },
  };
}

/** Lets everything go on that waits for nothing but promises. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const openState = { status: 'open', address, port: 7420, udpPort: 7420, protocol: 'UPnP', untilMs: 4_600_000 };

test('S26.1: the port at which participants learn their own address is opened beside the UDP port', async () => {
  const asked: string[] = [];
  const gateway = fakeGateway();
  const open: Gateway['open'] = (wish) => {
    asked.push(`${wish.transport} ${wish.port}`);
    return gateway.open(wish);
  };
  const { access } = accessTo([{ ...gateway, open }], undefined, 7421);
  await access.start();
  expect(asked).toEqual(['tcp 7420', 'udp 7420', 'udp 7421']);
  const other = fakeGateway({ gives: { udp: 9_000 } });
  const { access: without } = accessTo([other], undefined, 7421);
  await without.start();
  expect(other.asked).toBe(2);
});

test('S26.1, S26.3: ports are asked for again after a minute, or after half of a shorter lease, at the same gateway', async () => {
  const gateway = fakeGateway();
  const long = accessTo([gateway]);
  await long.access.start();
  expect(long.access.state).toEqual(openState);
  expect(await long.pass()).toBe(60_000);
  expect(gateway.asked).toBe(4);
  expect([long.searches, long.changes.length]).toEqual([1, 1]);

  const short = accessTo([fakeGateway({ lifetimeS: 30 })]);
  await short.access.start();
  expect(await short.pass()).toBe(15_000);
});

test('S26.2: a gateway without leases keeps the port open until it is told otherwise', async () => {
  const gateway = fakeGateway({ lifetimeS: undefined });
  const { access } = accessTo([gateway]);
  await access.start();
  expect(access.state).toEqual({ ...openState, untilMs: undefined });
  await access.stop();
  expect(gateway.open_.size).toBe(0);
});

test('S26.7: another number for the TCP port goes into the link, and a UDP port with another number is closed again', async () => {
  const gateway = fakeGateway({ gives: { tcp: 40_001, udp: 40_002 } });
  const { access } = accessTo([gateway]);
  await access.start();
  expect(access.state).toEqual({ ...openState, port: 40_001, udpPort: undefined });
  expect([...gateway.open_.keys()]).toEqual(['tcp']);
});

test('S26.3: a gateway that is gone is looked for again, every 30 s, and the host is told when it is back', async () => {
  const gateway = fakeGateway();
  const there = [gateway];
  const home = accessTo(there);
  await home.access.start();
  gateway.problem = new GatewayFailure('noAnswer', 'gone');
  there.length = 0;
  await home.pass();
  expect(home.access.state).toMatchObject({ status: 'closed', problem: 'noAnswer', gateway: undefined });
  there.push(fakeGateway({ at: '192.168.1.254' }));
  expect(await home.pass()).toBe(30_000);
  expect(home.changes.map(({ status }) => status)).toEqual(['open', 'closed', 'open']);
});

test('S26.3: on another network, another gateway is asked', async () => {
  const there = [fakeGateway()];
  const home = accessTo(there);
  await home.access.start();
  const other = fakeGateway({ at: '10.0.0.1' });
  there.splice(0, 1, other);
  // Twice, as when a cable and Wi-Fi change at the same moment.
  await Promise.all([home.access.networkChanged(), home.access.networkChanged()]);
  expect(other.open_.size).toBe(2);
  expect(home.timers.size).toBe(1);
  await home.access.stop();
  expect(other.open_.size).toBe(0);
});

test.each<[GatewayProblem[], GatewayProblem]>([
  [['refused', 'carrierGradeNat'], 'carrierGradeNat'],
  [['secondRouter', 'refused'], 'secondRouter'],
  [['offline', 'refused'], 'refused'],
  // It answered when it was looked for.
  [['noAnswer'], 'refused'],
])('S26.5: of %j the host is told %s', async (given, told) => {
  const there = given.map((problem) => {
    const gateway = fakeGateway();
    gateway.problem = new GatewayFailure(problem, '');
    return gateway;
  });
  const { access } = accessTo(there);
  await access.start();
  expect(access.state).toMatchObject({ status: 'closed', problem: told, gateway: '192.168.1.1' });
});

test('S26.6: with a public address of its own, the computer asks no gateway', async () => {
  const gateway = fakeGateway();
  const home = accessTo([gateway], '45.90.10.7');
  await home.access.start();
  expect(home.access.state).toEqual({ ...openState, address: '45.90.10.7', protocol: undefined, untilMs: undefined });
  expect([gateway.asked, home.searches]).toEqual([0, 0]);
});

test('S26.4: a port that opens while the server is stopping is closed again', async () => {
  const gateway = fakeGateway();
  const { access } = accessTo([gateway]);
  const asking = access.start();
  await access.stop();
  await asking;
  expect(gateway.open_.size).toBe(0);
});

test('S26.3: a renewal of an open port is told apart from a change', async () => {
  const { access, changes, renewals, pass } = accessTo([fakeGateway()]);
  await access.start();
  await pass();
  expect([changes.length, renewals.map(({ status }) => status)]).toEqual([1, ['open']]);
});

test('S27.5: once shut, the ports are closed and not opened again, on another network either', async () => {
  const gateway = fakeGateway();
  const { access, changes } = accessTo([gateway]);
  await access.start();
  await access.shut();
  await access.networkChanged();
  expect(gateway.open_.size).toBe(0);
  expect(changes.map(({ status }) => status)).toEqual(['open', 'shut']);
  expect(access.state).toEqual({ status: 'shut' });
});
