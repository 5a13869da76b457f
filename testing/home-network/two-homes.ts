// Two homes, each with a computer behind a router of its own, and a server on the internet between them, in network namespaces on
// this machine. Needs Linux, root, iproute2 and nftables; see `TwoHomes.missing()`.
import { execFileSync } from 'node:child_process';

/**
 * How a router maps its computers to ports outside. `same`: one port for all destinations, and only those let in that were written
 * to, as most homes have it. `symmetric`: another port for each destination.
 */
export type RouterKind = 'same' | 'symmetric';

const serverAddress = '45.90.10.9';
let made = 0;

export class TwoHomes {
  readonly serverAddress = serverAddress;
  readonly #names: readonly string[];

  /** Why this machine cannot do it; undefined if it can. */
  static missing(): string | undefined {
    if (process.platform !== 'linux') return 'this is not Linux';
    if (process.getuid?.() !== 0) return 'this is not root';
    const probe = `roomtone-homes-probe-${process.pid}`;
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

  constructor(kind: RouterKind) {
    made++;
    const nameOf = (name: string) => `roomtone-${name}-${process.pid}-${made}`;
    const server = nameOf('server');
    this.#names = [server, ...[1, 2].flatMap((home) => [nameOf(`router${home}`), nameOf(`player${home}`)])];
    for (const name of this.#names) ip('netns', 'add', name);
    ip('-n', server, 'link', 'add', 'inet', 'type', 'bridge');
    ip('-n', server, 'addr', 'add', `${serverAddress}/24`, 'dev', 'inet');
    for (const device of ['lo', 'inet']) ip('-n', server, 'link', 'set', device, 'up');
    for (const home of [1, 2]) {
      const [router, player] = [nameOf(`router${home}`), nameOf(`player${home}`)];
      ip('link', 'add', `wan${home}`, 'netns', server, 'type', 'veth', 'peer', 'name', 'wan', 'netns', router);
      ip('-n', server, 'link', 'set', `wan${home}`, 'master', 'inet', 'up');
      ip('link', 'add', 'lan', 'netns', player, 'type', 'veth', 'peer', 'name', 'lan', 'netns', router);
      for (const [name, device, address] of [
        [router, 'wan', `45.90.10.${home}`],
        [router, 'lan', `192.168.${230 + home}.1`],
        [player, 'lan', `192.168.${230 + home}.10`],
      ] as const) {
        ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', device);
        for (const each of ['lo', device]) ip('-n', name, 'link', 'set', each, 'up');
      }
      ip('-n', player, 'route', 'add', 'default', 'via', `192.168.${230 + home}.1`);
      const inRouter = ['netns', 'exec', router];
      execFileSync('ip', [...inRouter, 'sysctl', '-qw', 'net.ipv4.ip_forward=1']);
      execFileSync('ip', [...inRouter, 'nft', '-f', '-'], { input: natOf(kind) });
    }
  }

  /** The prefix that runs a command on the server, and on the computer of one of the homes. */
  get server(): readonly string[] {
    return ['ip', 'netns', 'exec', this.#names[0] ?? ''];
  }

  player(home: 1 | 2): readonly string[] {
    return ['ip', 'netns', 'exec', this.#names[2 * home] ?? ''];
  }

  remove(): void {
    for (const name of this.#names) tryIp('netns', 'del', name);
  }
}

/** Packets not asked for from inside are dropped without a word, also those for the router. */
function natOf(kind: RouterKind): string {
  const masquerade = kind === 'symmetric' ? 'masquerade fully-random' : 'masquerade';
  return `table ip home {
  chain input { type filter hook input priority 0; iifname "wan" ct state new drop; }
  chain forward {
    type filter hook forward priority 0; policy drop;
    iifname "lan" accept
    ct state established,related accept
  }
  chain postrouting { type nat hook postrouting priority 100; oifname "wan" ${masquerade}; }
}`;
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
