// A home behind a router, and a friend outside, in three network namespaces on this machine. The router is Debian's miniupnpd
// (UPnP IGD, NAT-PMP and PCP) over nftables. Needs Linux, root, iproute2, nftables and miniupnpd; see `HomeNetwork.missing()`.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface RouterSettings {
  /** The protocols that it answers; all unless given. PCP comes with NAT-PMP. */
  readonly upnp?: boolean;
  readonly natPmp?: boolean;
  /** Refuses to open any port. */
  readonly refuses?: boolean;
  /** The longest lease by PCP, s. */
  readonly longestLeaseS?: number;
  /** The address outside that it names, although it has another one. */
  readonly lies?: string;
}

export interface HomeOptions {
  /** The router's address outside; a public one unless given. */
  readonly externalAddress?: string | undefined;
  /** Home and friend have IPv6 as well; the router's firewall lets nothing in that is not asked for. */
  readonly hasIpv6?: boolean;
}

/** Ports that lead from outside into the home, such as `tcp 7420`. */
export type OpenPorts = readonly string[];

/** Of the home. */
const lan = { router: '192.168.231.1', computer: '192.168.231.10' } as const;
const external = '45.90.10.1';
const ipv6 = {
  lan: { router: '2a0a:e000:7420::1', computer: '2a0a:e000:7420::10' },
  wan: { router: '2a0a:e000:1::1', friend: '2a0a:e000:1::9' },
} as const;
const names = ['computer', 'router', 'friend'] as const;
let made = 0;

export class HomeNetwork {
  /** The router's address outside. */
  readonly externalAddress: string;
  readonly routerAddress = lan.router;
  readonly computerAddress = lan.computer;
  readonly computerIpv6Address = ipv6.lan.computer;
  readonly #namespaces: Readonly<Record<(typeof names)[number], string>>;
  readonly #folder = mkdtempSync(join(tmpdir(), 'roomtone-router-'));
  #router: ChildProcess | undefined;
  #pcpRequests = 0;

  /** Why this machine cannot do it; undefined if it can. */
  static missing(): string | undefined {
    if (process.platform !== 'linux') return 'this is not Linux';
    if (process.getuid?.() !== 0) return 'this is not root';
    for (const [program, ...args] of [
      ['ip', '-V'],
      ['nft', '--version'],
      ['miniupnpd', '--version'],
    ] as const) {
      try {
        execFileSync(program, args, { stdio: 'ignore' });
      } catch {
        return `there is no program \`${program}\``;
      }
    }
    const probe = `roomtone-home-probe-${process.pid}`;
    try {
      ip('netns', 'add', probe);
      execFileSync('ip', ['netns', 'exec', probe, 'nft', 'list', 'tables'], { stdio: 'ignore' });
      return undefined;
    } catch {
      return 'network namespaces with nftables cannot be made';
    } finally {
      tryIp('netns', 'del', probe);
    }
  }

  constructor({ externalAddress = external, hasIpv6 = false }: HomeOptions = {}) {
    this.externalAddress = externalAddress;
    made++;
    const [computer, router, friend] = names.map((name) => `roomtone-${name}-${process.pid}-${made}`) as [
      string,
      string,
      string,
    ];
    this.#namespaces = { computer, router, friend };
    const outside = `${externalAddress.slice(0, externalAddress.lastIndexOf('.'))}.9`;
    for (const name of [computer, router, friend]) ip('netns', 'add', name);
    ip('link', 'add', 'lan', 'netns', computer, 'type', 'veth', 'peer', 'name', 'lan', 'netns', router);
    ip('link', 'add', 'wan', 'netns', friend, 'type', 'veth', 'peer', 'name', 'wan', 'netns', router);
    for (const [name, device, address] of [
      [computer, 'lan', lan.computer],
      [router, 'lan', lan.router],
      [router, 'wan', externalAddress],
      [friend, 'wan', outside],
    ] as const) {
      ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', device);
      for (const each of ['lo', device]) ip('-n', name, 'link', 'set', each, 'up');
    }
    ip('-n', computer, 'route', 'add', 'default', 'via', lan.router);
    this.#inRouter('sysctl', ['-qw', 'net.ipv4.ip_forward=1']);
    if (hasIpv6) this.#addIpv6();
    this.#inRouter('nft', ['-f', '-'], nat);
  }

  /** The prefix that runs a command on the computer at home, and on the friend's. */
  get computer(): readonly string[] {
    return ['ip', 'netns', 'exec', this.#namespaces.computer];
  }

  get friend(): readonly string[] {
    return ['ip', 'netns', 'exec', this.#namespaces.friend];
  }

  /** Gives the friend's computer another address outside. */
  giveFriend(address: string): void {
    ip('-n', this.#namespaces.friend, 'addr', 'add', `${address}/24`, 'dev', 'wan');
  }

  /** How often the router was asked for a port by PCP. */
  get pcpRequests(): number {
    return this.#pcpRequests;
  }

  /** Starts what answers on the router; resolves when it does. */
  async startRouter(settings: RouterSettings = {}): Promise<void> {
    const file = join(this.#folder, 'miniupnpd.conf');
    writeFileSync(file, configuration(settings));
    const args = ['netns', 'exec', this.#namespaces.router, 'miniupnpd', '-d', '-f', file];
    const router = spawn('ip', [...args, '-P', join(this.#folder, 'pid')], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#router = router;
    const last = settings.natPmp === false ? /HTTP listening/ : /Listening for NAT-PMP/;
    await new Promise<void>((resolve, reject) => {
      router.once('exit', () => reject(new Error('miniupnpd did not start')));
      createInterface({ input: router.stderr }).on('line', (line) => {
        if (last.test(line)) resolve();
        if (/PCP request received from \S+ 60bytes/.test(line)) this.#pcpRequests++;
      });
    });
  }

  /** Stops what answers on the router. Like one that loses its power, it forgets the ports. */
  async stopRouter(): Promise<void> {
    const router = this.#router;
    this.#router = undefined;
    if (router === undefined) return;
    const gone = once(router, 'exit');
    router.kill('SIGKILL');
    await gone;
    this.#inRouter('nft', ['-f', '-'], nat);
  }

  /** The ports that are open now, sorted. */
  openPorts(): OpenPorts {
    const rules = this.#inRouter('nft', ['list', 'chain', 'inet', 'home', 'redirected']);
    // The protocol is in a byte of the IP header that nft has no name for here.
    return [...rules.matchAll(/@nh,72,8 (0x6|0x11) th dport (\d+) dnat/g)]
      .map(([, protocol, port]) => `${protocol === '0x6' ? 'tcp' : 'udp'} ${port}`)
      .sort();
  }

  /** The ports of the computer at home that the firewall lets IPv6 through to, sorted. */
  openPinholes(): OpenPorts {
    const rules = this.#inRouter('nft', ['list', 'chain', 'inet', 'home', 'opened']);
    return [...rules.matchAll(/th dport (\d+) .*@nh,48,8 (0x6|0x11) accept/g)]
      .map(([, port, protocol]) => `${protocol === '0x6' ? 'tcp' : 'udp'} ${port}`)
      .sort();
  }

  #addIpv6(): void {
    const { computer, router, friend } = this.#namespaces;
    for (const [name, device, address] of [
      [router, 'lan', ipv6.lan.router],
      // By which homes know their router.
      [router, 'lan', 'fe80::1'],
      [router, 'wan', ipv6.wan.router],
      [computer, 'lan', ipv6.lan.computer],
      [friend, 'wan', ipv6.wan.friend],
    ] as const) {
      ip('-n', name, 'addr', 'add', `${address}/64`, 'dev', device, 'nodad');
    }
    this.#inRouter('sysctl', ['-qw', 'net.ipv6.conf.all.forwarding=1']);
    ip('-n', computer, '-6', 'route', 'add', 'default', 'via', 'fe80::1', 'dev', 'lan');
    ip('-n', friend, '-6', 'route', 'add', 'default', 'via', ipv6.wan.router);
  }

  async remove(): Promise<void> {
    await this.stopRouter();
    for (const name of Object.values(this.#namespaces)) tryIp('netns', 'del', name);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #inRouter(command: string, args: readonly string[], input?: string): string {
    const given = input === undefined ? {} : { input };
    return execFileSync('ip', ['netns', 'exec', this.#namespaces.router, command, ...args], {
      encoding: 'utf8',
      ...given,
    });
  }
}

/** Packets not asked for from inside stay outside, unless miniupnpd lets them in. */
const nat = `table inet home
delete table inet home
table inet home {
  chain opened {}
  chain redirected {}
  chain masqueraded {}
  chain forward {
    type filter hook forward priority 0; policy drop;
    iifname "lan" accept
    ct state established,related accept
    jump opened
  }
  chain prerouting { type nat hook prerouting priority -100; jump redirected; }
  chain postrouting { type nat hook postrouting priority 100; jump masqueraded; meta nfproto ipv4 oifname "wan" masquerade; }
}`;

function configuration(settings: RouterSettings): string {
  const { upnp = true, natPmp = true, refuses = false, longestLeaseS = 3_600, lies } = settings;
  const yesNo = (value: boolean) => (value ? 'yes' : 'no');
  return [
    'ext_ifname=wan',
    ...(lies === undefined ? [] : [`ext_ip=${lies}`]),
    'listening_ip=lan',
    'port=0',
    `enable_upnp=${yesNo(upnp)}`,
    `enable_natpmp=${yesNo(natPmp)}`,
    'min_lifetime=1',
    `max_lifetime=${longestLeaseS}`,
    'secure_mode=yes',
    'uuid=6f2f7a1e-4c55-4b57-8d0e-7420a742074a',
    'upnp_table_name=home',
    'upnp_nat_table_name=home',
    'upnp_forward_chain=opened',
    'upnp_nat_chain=redirected',
    'upnp_nat_postrouting_chain=masqueraded',
    ...(refuses ? [] : ['allow 1024-65535 0.0.0.0/0 1024-65535']),
    'deny 0-65535 0.0.0.0/0 0-65535',
    '',
  ].join('\n');
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

function tryIp(...args: string[]): void {
  try {
    ip(...args);
  } catch {
    // There is none of that name.
  }
}
