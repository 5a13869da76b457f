import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readInvitation } from '@roomtone/protocol';
import Value from 'typebox/value';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HomeNetwork } from '../../../testing/home-network/home-network.ts';
import type { Parcel } from '../e2e/electron-on-chromium/utility-process.ts';
import { Host, type HostParts } from '../src/main/hosting/host.ts';
import { Hosting } from '../src/main/hosting/hosting.ts';
import { HostState } from '../src/shared/hosting.ts';

// The app's supervisor and its server's process behind a real router, in network namespaces: what they say to each other.

const missing = HomeNetwork.missing();
if (missing !== undefined) process.stdout.write(`NOT RUN: the app's server behind a router, because ${missing}\n`);

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const port = 7421;

/** The app's hosting, whose process runs on the computer at home. */
function hostingAt(home: HomeNetwork) {
  const dataDir = mkdtempSync(join(tmpdir(), 'roomtone-hosting-'));
  const states: HostState[] = [];
  const hosting = new Hosting({
    change: (choice) => host.change(choice),
    now: Date.now,
    onChange: (state) => states.push(state),
  });
  const host = new Host({
    fork: () => forkAt(home),
    // One port per process, so its end is the process.
    createChannel: () => lastChannel as unknown as ReturnType<HostParts['createChannel']>,
    dataDir,
    port,
    nowMs: () => performance.now(),
    onState: (state) => hosting.processChanged(state),
    onProblem: (problem) => hosting.problem(problem),
  });
  onTestFinished(async () => {
    await host.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { host, hosting, states };
}

let lastChannel: object = {};

function forkAt(home: HomeNetwork): ReturnType<HostParts['fork']> {
  const [command = '', ...prefix] = home.computer;
  const loader = new URL('../e2e/electron-on-chromium/utility-child.ts', import.meta.url).href;
  const child = spawn(command, [...prefix, process.execPath, '--import', loader, here('../src/host/index.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const send = (parcel: Parcel) => child.connected && child.send(parcel, () => {});
  let received = (_event: { data: unknown }) => {};
  const near = {
    on: (_name: 'message', listener: typeof received) => {
      received = listener;
    },
    start: () => {},
    close: () => {},
    postMessage: (message: unknown) => send({ port: 1, message }),
  };
  lastChannel = { port1: near, port2: {} };
  child.on('message', ({ message }: Parcel) => received({ data: message }));
  return {
    on: (name: string, listener: (code: number) => void) => void child.on(name, (code) => listener(code ?? 9)),
    postMessage: (message: unknown) => void send({ port: 0, message, transfer: [1] }),
    kill: () => child.kill('SIGTERM'),
    // The supervisor uses no more of a process and its port than this.
  } as unknown as ReturnType<HostParts['fork']>;
}

const patient = { timeout: 20_000 };

test.skipIf(missing !== undefined)(
  'S2.16, S26.1, S27.5: the app’s server opens the port at a router, says until when, and closes it at once without a restart',
  async () => {
    const home = new HomeNetwork();
    onTestFinished(() => home.remove());
    await home.startRouter({ longestLeaseS: 4 });
    const { host, hosting, states } = hostingAt(home);
    const open = () => (hosting.state.status === 'ready' ? hosting.state.hosting : null);
    hosting.open({ joining: 'added', outside: true, guests: false });
    await vi.waitFor(() => expect(open()?.internet?.status).toBe('open'), patient);
    const first = open()?.internet;
    if (first?.status !== 'open') throw new Error('it is not open');
    expect(first).toMatchObject({ address: home.externalAddress, port, udpPort: port, protocol: 'PCP' });
    expect(home.openPorts()).toEqual([`tcp ${port}`, `udp ${port}`, `udp ${port + 1}`]);
    expect(open()?.outsideLink).toContain(`http://${home.externalAddress}:${port}/#at=${home.computerAddress}:${port}`);
    expect(open()?.admits?.people).toBe(10);
    expect(readInvitation(open()?.outsideLink ?? '').token, 'nobody else may make an account').toHaveLength(43);
    await vi.waitFor(() => {
      const now = open()?.internet;
      expect(now?.status === 'open' && now.until).toBeGreaterThan(first.until ?? 0);
    }, patient);

    expect(await host.ask('test-link', null)).toContain(`http://${home.externalAddress}:${port}/reach#`);
    expect((await host.ask('reach', null)).visits).toEqual([]);
    const people = await host.ask('guests', null);
    expect(people).toEqual([]);
    const [{ status } = { status: 'stopped' }] = states.slice(-1);
    expect(status).toBe('ready');
    expect(await host.closeOutside()).toBe(0);
    await vi.waitFor(() => expect(home.openPorts()).toEqual([]), patient);
    expect(open()).toMatchObject({ outside: false, internet: { status: 'shut' }, outsideLink: null });
    expect(states.every((state) => Value.Check(HostState, state))).toBe(true);
    expect(states.filter((state) => state.status === 'starting').length).toBe(1);
  },
);
