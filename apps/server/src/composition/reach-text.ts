import type { Ipv6State } from '../application/hosting/ipv6-access.ts';
import type { ReachNews, ReachVisit } from '../application/hosting/reach-test.ts';

/** If IPv6 reaches the server, as text for a terminal; undefined where there is nothing to say. */
export function ipv6Text(state: Ipv6State): string | undefined {
  switch (state.status) {
    case 'none':
      return undefined;
    case 'open':
      return `By IPv6 they reach it at https://[${state.address}]:${state.port} (${state.protocol}), too.`;
    case 'unknown':
      return (
        `This computer also has the IPv6 address ${state.address}. The router lets itself not be asked for IPv6: let TCP ` +
        `and UDP ${state.port} through to it there, if friends are to use it.`
      );
  }
}

/** The test link for the host to pass on. */
export function testLinkText(link: string): string {
  return [
    'Can others reach you? Have somebody outside open this link within an hour; the result appears here:',
    '',
    `  ${link}`,
    '',
  ].join('\n');
}

/** The current reach of the server as text for a terminal; undefined where there is nothing to say. */
export function reachText(news: ReachNews): string | undefined {
  if (news.kind === 'visit') return visitText(news.visit);
  switch (news.own) {
    case 'unknown':
      return undefined;
    case 'reached':
      return 'The server has reached itself at its public address, through the router.';
    case 'other':
      return (
        'Another server answers at the public address: the router says a wrong address, or passes the port on to another ' +
        'computer. Friends outside do not reach this server there.'
      );
    case 'silent':
      return (
        'The server does not reach itself at its public address. Many routers lead nobody back inside, so this proves ' +
        'nothing: only somebody outside can tell.'
      );
  }
}

function visitText({ address, isOutside, reachedAt, udp }: ReachVisit): string | undefined {
  if (udp === 'trying') return undefined;
  const who = isOutside
    ? `Somebody outside (${address})`
    : `Somebody in this network (${address}), which proves nothing,`;
  const tcp = `${who} has reached the server at ${reachedAt} over TCP`;
  switch (udp) {
    case 'reached':
      return `${tcp} and over UDP.`;
    case 'failed':
      return `${tcp}, but not over UDP: notes wait for lost packets. Let the UDP port through, too.`;
    case 'none':
      return `${tcp}. UDP was not tested: the browser or the server does not use it.`;
  }
}
