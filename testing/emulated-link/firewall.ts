import { execFileSync } from 'node:child_process';
import type { LinkEnd } from './emulated-link.ts';

const table = 'inet roomtone_test';
const drop = 'meta l4proto udp drop';
const rules = `table ${table} {
  chain in { type filter hook input priority 0; ${drop}; }
  chain out { type filter hook output priority 0; ${drop}; }
}`;

/** Why this machine cannot have a firewall; undefined if it can. */
export function firewallMissing(): string | undefined {
  try {
    execFileSync('nft', ['list', 'tables'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'nftables is missing here';
  }
}

/** The firewall of a machine drops UDP from now on, in both directions. The returned function ends that. */
export function blockUdp(end: LinkEnd): () => void {
  return apply(end, rules);
}

/** Loses this share of the UDP packets, 0 to 1, between programs of a machine from now on. The returned function ends that. */
export function loseBetweenPrograms(end: LinkEnd, share: number): () => void {
  const lost = `iifname "lo" meta l4proto udp numgen random mod 10000 < ${Math.round(share * 10_000)} drop`;
  return apply(end, `table ${table} {\n  chain in { type filter hook input priority 0; ${lost}; }\n}`);
}

function apply({ through }: LinkEnd, input: string): () => void {
  const [command = '', ...args] = [...through, 'nft'];
  execFileSync(command, [...args, '-f', '-'], { input });
  return () => {
    execFileSync(command, [...args, 'delete', 'table', ...table.split(' ')]);
  };
}
