import type { InternetState } from '../application/hosting/internet-access.ts';
import type { Config } from '../config/config.ts';

export interface InternetTextOptions {
  readonly config: Pick<Config, 'registration' | 'guests' | 'udp'>;
  /** An address such as `https://192.168.1.5:7420`, to which a router would pass the ports on; undefined without a network. */
  readonly networkUrl: string | undefined;
}

type Closed = Extract<InternetState, { readonly status: 'closed' }>;

/** If and until when the internet reaches the server, or why not and what helps, as text for a terminal. */
export function internetText(state: InternetState, { config, networkUrl }: InternetTextOptions): string {
  switch (state.status) {
    case 'asking':
      return 'Asking the router to open the port…';
    case 'shut':
      return 'Closed to the internet: nobody outside this network gets in until the server is started again.';
    case 'open':
      return [...openLines(state), ...whoComesIn(config)].join('\n');
    case 'closed':
      return [reason(state), ...whatHelps(state, forwarding(config, networkUrl))].join('\n');
  }
}

function openLines(state: Extract<InternetState, { readonly status: 'open' }>): string[] {
  const { udpPort, protocol, untilMs } = state;
  const lines = [`Friends outside this network reach the server at https://${state.address}:${state.port}`];
  if (protocol === undefined) {
    lines.push('That is an address of this computer itself: its firewall has to let the port through.');
  } else {
    const end =
      untilMs === undefined
        ? 'until the server stops. The router sets no end itself: after a crash, close the port in its settings.'
        : `until ${timeOf(untilMs)}, and longer while the server runs.`;
    lines.push(`The router has opened the port (${protocol}), ${end}`);
  }
  if (udpPort === undefined) lines.push('Without a UDP port, notes from outside wait for lost packets.');
  return lines;
}

function whoComesIn({ registration, guests }: InternetTextOptions['config']): string[] {
  if (registration === 'open')
    return ['Anybody who finds the server can create an account: ROOMTONE_REGISTRATION is open.'];
  const who =
    guests === 'on' ? 'Guests can listen. To play, people need an account' : 'People need an account to come in';
  return [`${who}. Your invitation admits them, or you add them: "user add <username>".`];
}

function reason({ problem, gateway, externalAddress }: Closed): string {
  const cannot = 'Friends outside this network cannot reach the server:';
  switch (problem) {
    case 'carrierGradeNat':
      return `${cannot} your provider shares one address among several homes (carrier-grade NAT). The router’s address, ${externalAddress}, does not exist on the internet.`;
    case 'secondRouter':
      return externalAddress === undefined
        ? `${cannot} there are two routers in a row.`
        : `${cannot} there are two routers in a row. The one asked (${gateway}) has the private address ${externalAddress}.`;
    case 'refused':
      return `${cannot} the router (${gateway}) does not open the port.`;
    case 'offline':
      return `${cannot} the router (${gateway}) has no address on the internet at the moment.`;
    case 'noAnswer':
      return `${cannot} no router here answers to UPnP, NAT-PMP or PCP.`;
  }
}

function whatHelps({ problem, externalAddress }: Closed, ports: string): string[] {
  const anyway = 'a VPN such as Tailscale for all of you, or a rented server';
  switch (problem) {
    case 'carrierGradeNat':
      return [
        'Forwarding ports does not help. What does: a public IPv4 address from your provider (ask for it), IPv6',
        `(ROOMTONE_HOST=::, with the port let through in the router), ${anyway}.`,
      ];
    case 'secondRouter':
      return [
        'What helps: switch one of them to bridge or access point mode, or forward the ports in both:',
        `in the one asked ${ports},`,
        `in the other one the same ports to ${externalAddress ?? 'the first one'}. Or: ${anyway}.`,
      ];
    case 'refused':
    case 'noAnswer':
      return [
        'What helps: allow UPnP or NAT-PMP (“automatic port sharing”) in its settings, or forward by hand',
        `${ports}. Or: IPv6, ${anyway}.`,
      ];
    case 'offline':
      return ['The server keeps asking, and says when it works.'];
  }
}

/** The exact numbers for the router's settings. */
function forwarding({ udp }: InternetTextOptions['config'], networkUrl: string | undefined): string {
  const { hostname, port } = new URL(networkUrl ?? 'https://localhost');
  const udpPort = udp.port === 'same' ? port : udp.port;
  const ports = udpPort === 'off' ? `TCP ${port}` : `TCP ${port} and UDP ${udpPort}`;
  return networkUrl === undefined ? `${ports} to this computer` : `${ports} to ${hostname}, the same numbers outside`;
}

function timeOf(ms: number): string {
  const date = new Date(ms);
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}
