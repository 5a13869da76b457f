import { execFileSync } from 'node:child_process';

/** Two machines on one network: two network namespaces if they can be made here, otherwise this machine for both. */
export interface LocalNetwork {
  readonly kind: 'namespaces' | 'loopback';
  /** The prefix that runs a command on each machine: `[...network.host, 'node', …]`. */
  readonly host: readonly string[];
  readonly guest: readonly string[];
  /** Gives the host another address, as a router may do, and returns it. Works only with namespaces. */
  moveHost(): string;
  /** Takes the host's address away until it is moved. Works only with namespaces. */
  cutHost(): void;
  remove(): void;
}

const hostAddress = '192.168.231.10';
const hostAddressLater = '192.168.231.77';
const guestAddress = '192.168.231.20';

export function makeLocalNetwork(): LocalNetwork {
  const [host, guest] = [`roomtone-host-${process.pid}`, `roomtone-guest-${process.pid}`];
  const remove = () => {
    for (const name of [host, guest]) tryIp('netns', 'del', name);
  };
  try {
    for (const name of [host, guest]) ip('netns', 'add', name);
    // A virtual cable with one end in each namespace.
    ip('link', 'add', 'lan', 'netns', host, 'type', 'veth', 'peer', 'name', 'lan', 'netns', guest);
    const ends = { [host]: hostAddress, [guest]: guestAddress };
    for (const [name, address] of Object.entries(ends)) {
      ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'lan');
      for (const device of ['lo', 'lan']) ip('-n', name, 'link', 'set', device, 'up');
    }
  } catch (error) {
    remove();
    const why = error instanceof Error ? error.message.trim().split('\n').at(-1) : error;
    process.stdout.write(
      `NOT RUN: two machines, because network namespaces cannot be made here (${why}); the tests use this one for both\n`,
    );
    return { kind: 'loopback', host: [], guest: [], moveHost: () => '', cutHost: () => {}, remove: () => {} };
  }
  return {
    kind: 'namespaces',
    host: ['ip', 'netns', 'exec', host],
    guest: ['ip', 'netns', 'exec', guest],
    moveHost() {
      ip('-n', host, 'addr', 'flush', 'dev', 'lan');
      ip('-n', host, 'addr', 'add', `${hostAddressLater}/24`, 'dev', 'lan');
      return hostAddressLater;
    },
    cutHost() {
      ip('-n', host, 'addr', 'flush', 'dev', 'lan');
    },
    remove,
  };
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

function tryIp(...args: string[]): void {
  try {
    ip(...args);
  } catch {
    // The namespace does not exist.
  }
}
