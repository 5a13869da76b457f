import { expect, test } from 'vitest';
import { GatewayFailure } from '../../ports/gateways.ts';
import type { Pinhole, PinholeGateway } from '../../ports/pinholes.ts';
import { Ipv6Access, type Ipv6State } from './ipv6-access.ts';

const address = '2a0a:e000:7420::5';

interface FakeGateway extends PinholeGateway {
  problem: GatewayFailure | undefined;
  readonly holes: Map<string, Pinhole>;
  /** The pinholes that it was asked to keep. */
  readonly kept: (Pinhole | undefined)[];
}

function fakeGateway({ lifetimeS = 3_600, refusesUdp = false } = {}): FakeGateway {
  return {
    protocol: 'UPnP',
    localAddress: address,
    problem: undefined,
    holes: new Map(),
    kept: [],
    async open({ transport, port }, before) {
      if (this.problem !== undefined) throw this.problem;
      if (refusesUdp && transport === 'udp') throw new GatewayFailure('refused', 'no UDP');
      this.kept.push(before);
      const hole = { transport, port, id: `${transport}-1`, lifetimeS };
      this.holes.set(transport, hole);
      return hole;
    },
    async close({ transport }) {
      this.holes.delete(transport);
    },
  };
}

function accessTo(there: FakeGateway[], own: { address: string | undefined } = { address }) {
  let next: { delayMs: number; run: () => void } | undefined;
  const changes: Ipv6State[] = [];
  let searches = 0;
  const access = new Ipv6Access({
    gateways: {
      ownAddress: () => own.address,
      async *find() {
        searches++;
        yield* there;
      },
    },
    clock: { nowMs: () => 1_000_000 },
    after(delayMs, run) {
      next = { delayMs, run };
      return () => {};
    },
    ports: { tcp: 7420, udp: 7420 },
    log: { info() {}, warn() {} },
    onChange: (state) => changes.push(state),
  });
  return {
    access,
    changes,
    searches: () => searches,
    async pass(): Promise<number | undefined> {
      const due = next;
      due?.run();
      await new Promise((resolve) => setImmediate(resolve));
      return due?.delayMs;
    },
  };
}

const open = { status: 'open', address, port: 7420, udpPort: 7420, protocol: 'UPnP', untilMs: 4_600_000 };

test('S29.13: the firewall lets both ports through, is asked again before the lease ends, and closes them at the end', async () => {
  const gateway = fakeGateway({ lifetimeS: 30 });
  const { access, changes, pass, searches } = accessTo([gateway]);
  await access.start();
  expect(access.state).toEqual({ ...open, untilMs: 1_030_000 });
  expect(await pass()).toBe(15_000);
  expect(gateway.kept.map((pinhole) => pinhole?.id)).toEqual([undefined, undefined, 'tcp-1', 'udp-1']);
  expect([changes.length, searches()]).toEqual([1, 1]);
  await access.stop();
  expect(gateway.holes.size).toBe(0);
});

test('S29.13: without a gateway that lets itself be asked the address is named all the same', async () => {
  const gateway = fakeGateway();
  gateway.problem = new GatewayFailure('refused', 'no');
  const { access, pass } = accessTo([gateway]);
  await access.start();
  expect(access.state).toEqual({ status: 'unknown', address, port: 7420 });
  // It may allow it later, or be another one.
  gateway.problem = undefined;
  expect(await pass()).toBe(60_000);
  expect(access.state).toEqual(open);
});

test('S29.13: a firewall that lets no datagrams through is open for TCP', async () => {
  const { access } = accessTo([fakeGateway({ refusesUdp: true })]);
  await access.start();
  expect(access.state).toEqual({ ...open, udpPort: undefined });
});

test('S29.13: a machine without a public IPv6 address asks nobody, and one with another address asks for that one', async () => {
  const own: { address: string | undefined } = { address: undefined };
  const gateway = fakeGateway();
  const { access, changes, pass, searches } = accessTo([gateway], own);
  await access.start();
  expect([access.state, searches()]).toEqual([{ status: 'none' }, 0]);
  own.address = address;
  await pass();
  expect(access.state).toEqual(open);
  own.address = undefined;
  await pass();
  expect([access.state, gateway.holes.size]).toEqual([{ status: 'none' }, 0]);
  expect(changes.map(({ status }) => status)).toEqual(['open', 'none']);
});
