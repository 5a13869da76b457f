import { fileURLToPath } from 'node:url';
import { readInvitation } from '@roomtone/protocol';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type CalledProgram, startProgram } from '../../../../../testing/called-program.ts';
import {
  HomeNetwork,
  type HomeOptions,
  type RouterSettings,
} from '../../../../../testing/home-network/home-network.ts';
import { command } from '../../commands/host.ts';
import { end, type ServerProcess, startServer } from '../../support/server-process.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import type { calls as gatewayCalls } from '../gateway-program.ts';
import type { calls as outsideCalls } from '../outside-program.ts';

// A server at home, its router, and friends outside: three network namespaces, with miniupnpd on the router.

const missing = HomeNetwork.missing();
if (missing !== undefined) process.stdout.write(`NOT RUN: a server behind a router, because ${missing}\n`);

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
/** The whole wait for a router that does not answer, several times over. */
const patient = { timeout: 15_000 };

/** A home for one test. */
async function homeWith(router: RouterSettings | undefined, options: HomeOptions = {}): Promise<HomeNetwork> {
  const home = new HomeNetwork(options);
  onTestFinished(() => home.remove());
  if (router !== undefined) await home.startRouter(router);
  return home;
}

function serverAt(home: HomeNetwork, dataDir: string, env: Readonly<Record<string, string>> = {}) {
  return startServer(dataDir, { args: ['--internet'], through: home.computer, env });
}

/** Resolves with the link of the test once it has been printed. */
async function testLink(server: ServerProcess): Promise<string> {
  const link = /Can others reach you\?.*\s+(http:\S+)/;
  await expect.poll(() => server.out.stderr, patient).toMatch(link);
  return link.exec(server.out.stderr)?.[1] ?? '';
}

/** Resolves with the link for friends outside once it has been printed. */
async function linkOutside(server: ServerProcess): Promise<string> {
  const link = /Outside this network:\s+(http:\S+)/;
  await expect.poll(() => server.out.stderr, patient).toMatch(link);
  return link.exec(server.out.stderr)?.[1] ?? '';
}

describe.skipIf(missing !== undefined)('a server behind a router', () => {
  test('S26.1, S26.2, S26.7, S26.8, S27.5, S27.6, S29.9, R16.11: friends outside follow the link, which admits them, and play until SIGUSR2 closes the way in', async () => {
    const home = await homeWith({});
    const server = await serverAt(home, temporaryDirectory());
    const link = await linkOutside(server);
    const port = Number(new URL(server.url).port);
    expect(home.openPorts()).toEqual([`tcp ${port}`, `udp ${port}`, `udp ${port + 1}`]);
    expect(server.out.stderr).toMatch(/The router has opened the port \(PCP\), until \d\d:\d\d, and longer/);
    expect(readInvitation(link).servers).toEqual([
      `https://${home.externalAddress}:${port}`,
      `https://${home.computerAddress}:${port}`,
    ]);
    const friends = startProgram<typeof outsideCalls>(pathOf('../outside-program.ts'), home.friend);
    onTestFinished(() => friends.stop());
    await expect
      .poll(() => friends.call('certificate', home.externalAddress, port))
      .toContain(`IP Address:${home.externalAddress}`);
    // The address of the network at home, which leads them nowhere, is tried as well.
    await friends.call('play', link);
    for (const player of [0, 1]) {
      await expect.poll(async () => (await friends.call('heard'))[player]?.datagrams, patient).toBeGreaterThan(10);
    }
    for (const { played, numbers } of await friends.call('finish')) {
      expect(played).toBeGreaterThan(0);
      expect(numbers).toEqual(Array.from({ length: played }, (_, number) => number));
    }
    // The test link tells the host the same.
    expect(await friends.call('reach', await testLink(server))).toEqual({ tcp: true, udp: true });
    await expect.poll(() => server.out.stderr, patient).toMatch(/Somebody outside \(45\.90\.10\.9\) .* and over UDP\./);
    // Behind this router the server does not reach itself, and says what that means.
    await expect.poll(() => server.out.stderr, patient).toContain('only somebody outside can tell');
    // Somebody at home follows the same link: its public address leads nobody back inside, and is not needed.
    const neighbour = startProgram<typeof outsideCalls>(pathOf('../outside-program.ts'), home.computer);
    onTestFinished(() => neighbour.stop());
    expect(await neighbour.call('register', link, 'nina')).toBe('registered');
    await neighbour.call('join', link);

    expect(server.out.stderr).toContain(`To close it to the internet at once: kill -USR2 ${server.child.pid}`);
    server.child.kill('SIGUSR2');
    await expect.poll(() => server.out.stderr, patient).toContain('Closed to the internet');
    await expect.poll(() => friends.call('connections'), patient).toEqual(['reconnecting', 'reconnecting']);
    await expect.poll(() => home.openPorts(), patient).toEqual([]);
    await expect(friends.call('certificate', home.externalAddress, port)).rejects.toThrow();
    expect(await neighbour.call('connections'), 'the network at home goes on').toEqual(['joined']);
    await neighbour.call('certificate', home.computerAddress, port);
  });

  test('S2.16, S17.5, S26.4, S29.8: strangers neither listen nor make an account, and a stop closes the ports', async () => {
    const home = await homeWith({});
    const dataDir = temporaryDirectory();
    const server = await serverAt(home, dataDir);
    const link = (await linkOutside(server)).replace(/&token=[\w-]+/, '');
    // The host's command knows the address that the running server has found.
    const { stdout } = await command(dataDir, ['invitation', 'add', '1']);
    expect(readInvitation(stdout.split('\n')[0] ?? '').servers).toEqual(readInvitation(link).servers);
    const strangers = startProgram<typeof outsideCalls>(pathOf('../outside-program.ts'), home.friend);
    onTestFinished(() => strangers.stop());
    expect(await strangers.call('listen', link)).toBe('guests');
    expect(await strangers.call('register', link)).toBe('registration_closed');
    expect(server.out.stderr).toContain('People need an account to come in');
    expect(home.openPorts()).toHaveLength(3);
    expect(await end(server, 'SIGTERM')).toBe(0);
    expect(home.openPorts()).toEqual([]);
  });

  test('S26.3, S26.4: ports are renewed, come back after a restart of the router or the server, and end by themselves after a crash', async () => {
    const home = await homeWith({ longestLeaseS: 2 });
    const dataDir = temporaryDirectory();
    const server = await serverAt(home, dataDir);
    await linkOutside(server);
    const ports = home.openPorts();
    expect(ports).toHaveLength(2);
    const port = new URL(server.url).port;
    // Each lease of 2 s is asked for again after one.
    const before = home.pcpRequests;
    await expect.poll(() => home.pcpRequests, patient).toBeGreaterThanOrEqual(before + 6);
    expect(home.openPorts()).toEqual(ports);

    await home.stopRouter();
    expect(home.openPorts()).toEqual([]);
    await home.startRouter({ longestLeaseS: 2 });
    await expect.poll(() => home.openPorts(), patient).toEqual(ports);

    expect(await end(server, 'SIGKILL')).toBe('SIGKILL');
    // The router knows the server again: the ports that its predecessor left open are no obstacle.
    const again = await serverAt(home, dataDir, { ROOMTONE_PORT: port });
    await linkOutside(again);
    expect(home.openPorts()).toEqual(ports);
    expect(await end(again, 'SIGKILL')).toBe('SIGKILL');
    await expect.poll(() => home.openPorts(), patient).toEqual([]);
  });

  test('S26.5: the host reads why it cannot be done, and what helps', async () => {
    const cases = [
      { router: undefined, address: undefined, says: /no router here answers/ },
      {
        router: { natPmp: false, refuses: true },
        address: undefined,
        says: /the router \(192\.168\.231\.1\) does not open/,
      },
      { router: {}, address: '192.168.178.20', says: /two routers in a row\. .* private address 192\.168\.178\.20/ },
      { router: {}, address: '100.64.3.2', says: /carrier-grade NAT\)\. The router’s address, 100\.64\.3\.2,/ },
    ];
    const printed = cases.map(async ({ router, address, says }) => {
      const home = await homeWith(router, { externalAddress: address });
      const server = await serverAt(home, temporaryDirectory());
      await expect.poll(() => server.out.stderr, patient).toMatch(says);
      expect(home.openPorts()).toEqual([]);
      await expect.poll(() => server.out.stderr, patient).toContain(`http://${home.computerAddress}:`);
      const forwarding = `TCP ${new URL(server.url).port} and UDP ${new URL(server.url).port} to ${home.computerAddress}`;
      return { says: says.source, namesPorts: server.out.stderr.includes(forwarding) };
    });
    const outcomes = await Promise.all(printed);
    expect(outcomes.map(({ namesPorts }) => namesPorts)).toEqual([true, true, true, false]);
  });
});

describe.skipIf(missing !== undefined)('the protocols', () => {
  let home: HomeNetwork;
  let computer: CalledProgram<typeof gatewayCalls>;

  beforeAll(async () => {
    home = new HomeNetwork({ hasIpv6: true });
    await home.startRouter();
    computer = startProgram(pathOf('../gateway-program.ts'), home.computer);
  });
  afterAll(async () => {
    await computer?.stop();
    await home?.remove();
  });

  test('S26.1: a router is found by PCP, NAT-PMP and UPnP, in that order', async () => {
    const { routerAddress: address, computerAddress: localAddress } = home;
    const expected = ['PCP', 'NAT-PMP', 'UPnP'].map((protocol) => ({ protocol, address, localAddress }));
    expect(await computer.call('find')).toEqual(expected);
  });

  test.each(['PCP', 'NAT-PMP', 'UPnP'] as const)(
    'S26.1, S26.4: %s opens a port, keeps it open and closes it',
    async (protocol) => {
      for (const transport of ['tcp', 'udp'] as const) {
        const request = { transport, port: 7420, externalPort: 7420, lifetimeS: 600 };
        const mapping = await computer.call('open', protocol, request);
        expect(mapping).toEqual({
          ...{ transport, port: 7420, externalPort: 7420 },
          ...{ address: home.externalAddress, lifetimeS: 600 },
        });
        expect(home.openPorts()).toEqual([`${transport} 7420`]);
        expect(await computer.call('open', protocol, request)).toEqual(mapping);
        expect(home.openPorts()).toEqual([`${transport} 7420`]);
        await computer.call('close', protocol, mapping);
        expect(home.openPorts()).toEqual([]);
      }
    },
  );

  test('S29.13: the firewall for IPv6 is asked by PCP and UPnP, in that order', async () => {
    const { computerIpv6Address: address } = home;
    expect(await computer.call('findPinholes')).toEqual({ address, protocols: ['PCP', 'UPnP'] });
  });

  test.each(['PCP', 'UPnP'] as const)(
    'S29.13: %s lets a port through to an IPv6 address, keeps it open and closes it',
    async (protocol) => {
      for (const transport of ['tcp', 'udp'] as const) {
        const request = { transport, port: 7420, lifetimeS: 600 };
        const pinhole = await computer.call('openPinhole', protocol, request);
        expect(pinhole).toMatchObject(request);
        expect(home.openPinholes()).toEqual([`${transport} 7420`]);
        expect(await computer.call('openPinhole', protocol, request, pinhole)).toEqual(pinhole);
        expect(home.openPinholes()).toEqual([`${transport} 7420`]);
        await computer.call('closePinhole', protocol, pinhole);
        // By PCP this router closes it with the end of a lease of 1 s.
        await expect.poll(() => home.openPinholes(), patient).toEqual([]);
      }
    },
  );
});

// Each of these waits for what does not answer, or for leases.
describe.skipIf(missing !== undefined)('at length', () => {
  test('S29.13: behind carrier-grade NAT friends come in by IPv6, over TCP and UDP, and a stop closes the firewall', async () => {
    const home = await homeWith({ longestLeaseS: 4 }, { externalAddress: '100.64.3.2', hasIpv6: true });
    const server = await serverAt(home, temporaryDirectory());
    const link = await linkOutside(server);
    const port = new URL(server.url).port;
    expect(readInvitation(link).servers[0]).toBe(`https://[${home.computerIpv6Address}]:${port}`);
    expect(home.openPinholes()).toEqual([`tcp ${port}`, `udp ${port}`]);
    const friends = startProgram<typeof outsideCalls>(pathOf('../outside-program.ts'), home.friend);
    onTestFinished(() => friends.stop());
    await friends.call('play', link);
    for (const player of [0, 1]) {
      await expect.poll(async () => (await friends.call('heard'))[player]?.datagrams, patient).toBeGreaterThan(10);
    }
    await friends.call('finish');
    expect(await friends.call('reach', await testLink(server))).toEqual({ tcp: true, udp: true });
    // Leases of 4 s are asked for again.
    const before = home.pcpRequests;
    await expect.poll(() => home.pcpRequests, patient).toBeGreaterThanOrEqual(before + 6);
    expect(home.openPinholes()).toEqual([`tcp ${port}`, `udp ${port}`]);
    // A router that was restarted has forgotten them.
    await home.stopRouter();
    expect(home.openPinholes()).toEqual([]);
    await home.startRouter({ longestLeaseS: 4 });
    await expect.poll(() => home.openPinholes(), patient).toEqual([`tcp ${port}`, `udp ${port}`]);
    expect(await end(server, 'SIGTERM')).toBe(0);
    await expect.poll(() => home.openPinholes(), patient).toEqual([]);
  });

  test('S29.14, R16.12: a router that names somebody else’s address is found out, and whoever has it gets nothing', async () => {
    const stranger = '45.90.10.77';
    const home = await homeWith({ lies: stranger });
    home.giveFriend(stranger);
    const friends = startProgram<typeof outsideCalls>(pathOf('../outside-program.ts'), home.friend);
    onTestFinished(() => friends.stop());
    // The server's port is needed for the stranger's before the router is asked.
    const port = '7421';
    await friends.call('impose', stranger, Number(port));
    const server = await serverAt(home, temporaryDirectory(), { ROOMTONE_PORT: port });
    const link = await linkOutside(server);
    expect(readInvitation(link).servers[0]).toBe(`https://${stranger}:${port}`);
    await expect.poll(() => server.out.stderr, patient).toContain('Another server answers at the public address');
    expect(await friends.call('register', link)).not.toBe('registered');
    const { visits, receivedBytes } = await friends.call('imposed');
    expect(visits).toBeGreaterThan(1);
    expect(receivedBytes).toBe(0);
  });
});
