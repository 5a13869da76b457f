import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Arrival, Call } from '../datagram-program.mjs';
import { EmulatedLink, type LinkEnd, type LinkSettings } from '../emulated-link.ts';

const missing = EmulatedLink.missing();
if (missing !== undefined) process.stdout.write(`NOT RUN: an emulated link, because ${missing}\n`);
const program = fileURLToPath(new URL('../datagram-program.mjs', import.meta.url));
/** As many as fit into a socket's buffer, whatever the machine does meanwhile. */
const batch = 100;

/** A program on one end of the link. */
async function startMachine({ through, address }: LinkEnd) {
  const [command = '', ...args] = [...through, process.execPath, program, address];
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async () => JSON.parse((await lines.next()).value ?? 'null');
  const port: number = await read();
  return {
    address,
    port,
    call(call: Call) {
      child.stdin.write(`${JSON.stringify(call)}\n`);
      return read();
    },
  };
}

type Opened = Awaited<ReturnType<typeof openLink>>;

async function openLink(settings: LinkSettings & { readonly seed?: number } = {}) {
  const link = await EmulatedLink.open(settings);
  const [a, b] = await Promise.all([startMachine(link.a), startMachine(link.b)]);
  /** Sends UDP packets from A to B and returns what arrived, when the link has none of them any more. */
  const send = async (count: number): Promise<Arrival[]> => {
    const arrivals: Arrival[] = [];
    const before = (await link.counts()).aToB.udp;
    for (let sent = 0; sent < count; sent += batch) {
      await a.call({ send: { to: b.address, port: b.port, count: Math.min(batch, count - sent) } });
      await expect
        .poll(
          async () => {
            arrivals.push(...(await b.call({})));
            const { packets, lost, blocked } = (await link.counts()).aToB.udp;
            const carried = packets - before.packets;
            const gone = lost + blocked - before.lost - before.blocked;
            return carried + gone === Math.min(count, sent + batch) && arrivals.length === carried;
          },
          { interval: 2 },
        )
        .toBe(true);
    }
    return arrivals;
  };
  return { link, send };
}

const numbers = (arrivals: readonly Arrival[]) => arrivals.map(({ number }) => number);

/** The lengths of the gaps in the numbers. */
function gaps(arrived: readonly number[]): number[] {
  return arrived.slice(1).flatMap((number, index) => {
    const lost = number - (arrived[index] ?? 0) - 1;
    return lost > 0 ? [lost] : [];
  });
}

describe.skipIf(missing !== undefined)('an emulated link', () => {
  test('delays packets, and keeps their order despite the jitter', async () => {
    const { send, link } = await openLink({ delayMs: 5, jitterMs: 20 });
    const arrivals = await send(400);
    expect(numbers(arrivals)).toEqual(Array.from({ length: 400 }, (_, number) => number));
    for (const { transitMs } of arrivals) expect(transitMs).toBeGreaterThan(5);
    expect(new Set(arrivals.map(({ transitMs }) => Math.floor(transitMs))).size).toBeGreaterThan(5);
    const { aToB } = await link.close();
    expect(aToB.udp).toEqual({ packets: 400, bytes: 400 * (20 + 8 + 12), lost: 0, blocked: 0 });
  });

  test('loses the share that was set, and the same packets with the same seed whatever the timing', async () => {
    const first = await openLink({ loss: 0.2, seed: 7 });
    const arrived = numbers(await first.send(500));
    expect(arrived.length / 500).toBeCloseTo(0.8, 1);
    expect((await first.link.close()).aToB.udp.lost).toBe(500 - arrived.length);
    const again = await openLink({ loss: 0.2, seed: 7, delayMs: 1, jitterMs: 3 });
    expect(numbers(await again.send(500))).toEqual(arrived);
    await again.link.close();
    const other = await openLink({ loss: 0.2, seed: 8 });
    expect(numbers(await other.send(500))).not.toEqual(arrived);
    await other.link.close();
  });

  describe('while it runs', () => {
    let opened: Opened;
    beforeAll(async () => {
      opened = await openLink({ seed: 2 });
    });
    afterAll(async () => {
      await opened.link.close();
    });

    test('loses packets in bursts', async () => {
      const { send, link } = opened;
      await link.set({ loss: 0.06, burst: 3 });
      const arrived = numbers(await send(500));
      expect(arrived.length / 500).toBeCloseTo(0.94, 1);
      const lengths = gaps(arrived);
      expect(lengths.length).toBeGreaterThan(5);
      // Two bursts may be adjacent.
      for (const length of lengths) expect(length % 3).toBe(0);
      await link.set({ loss: 0, burst: 1 });
    });

    test('changes its loss in one direction or both', async () => {
      const { send, link } = opened;
      expect(await send(100)).toHaveLength(100);
      await link.set({ loss: 1 }, 'bToA');
      expect(await send(100)).toHaveLength(100);
      await link.set({ loss: 0.5 });
      expect((await send(300)).length).toBeLessThan(250);
      await link.set({ loss: 1 });
      expect(await send(100)).toHaveLength(0);
      await link.set({ loss: 0 });
      expect(await send(100)).toHaveLength(100);
    });

    test('blocks UDP', async () => {
      const { send, link } = opened;
      const before = (await link.set({ blockUdp: true })).aToB.udp;
      expect(await send(100)).toHaveLength(0);
      const { aToB } = await link.set({ blockUdp: false });
      expect(aToB.udp).toEqual({ ...before, blocked: 100 });
      expect(await send(100)).toHaveLength(100);
    });
  });

  test('leaves no namespace and no process behind when its user is killed', async () => {
    const user = spawn(process.execPath, [fileURLToPath(new URL('../link-user-program.ts', import.meta.url))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { value } = await createInterface({ input: user.stdout })[Symbol.asyncIterator]().next();
    const { namespaces, pid } = JSON.parse(value ?? '') as { namespaces: string[]; pid: number };
    expect(namespaceList()).toEqual(expect.arrayContaining(namespaces));
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    user.kill('SIGKILL');
    await expect.poll(() => namespaceList().filter((name) => namespaces.includes(name))).toEqual([]);
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
  });
});

function namespaceList(): string[] {
  const text = execFileSync('ip', ['netns', 'list'], { encoding: 'utf8' });
  return text.split('\n').map((line) => line.replace(/ .*/, ''));
}
