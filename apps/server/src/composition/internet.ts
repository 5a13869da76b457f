import type { AddressInfo } from 'node:net';
import { createGateways } from '../adapters/gateway/find-gateways.ts';
import { createPinholeGateways } from '../adapters/gateway/find-pinholes.ts';
import { keyAt } from '../adapters/tls/key-at.ts';
import { InternetAccess, type InternetState } from '../application/hosting/internet-access.ts';
import { Ipv6Access, type Ipv6State } from '../application/hosting/ipv6-access.ts';
import type { ReachTest } from '../application/hosting/reach-test.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/plugins/server-types.ts';
import type { Clock } from '../ports/clock.ts';
import { timers } from '../realtime/scheduler.ts';
import { listensOnAllAddresses } from './network-addresses.ts';

export interface InternetOptions {
  readonly config: Pick<Config, 'host' | 'udp' | 'direct'>;
  /** Is listening already. */
  readonly app: App;
  readonly clock: Clock;
  /** Makes the nonces by which the router knows this server again. */
  readonly key: Uint8Array;
  /** Of the certificate's key that is served now. */
  readonly fingerprint: () => string | undefined;
  readonly reach: Pick<ReachTest, 'setOwn'>;
  readonly onChange: (state: InternetState) => void;
  /** Called when nothing has changed but the time until which the port is open. */
  readonly onRenew: ((state: InternetState) => void) | undefined;
}

/** The part that opens the server to the internet. */
export interface Internet {
  readonly state: InternetState;
  readonly ipv6: Ipv6State;
  /** Asks; resolves with the first outcome. */
  start(): Promise<void>;
  networkChanged(): void;
  /** Closes the ports for good, because the host wants it, while the server goes on. */
  shut(): Promise<void>;
  stop(): Promise<void>;
}

/** How long the server waits for itself at its public address. */
const ownMs = 4_000;

/** Prepares to have the router open the server's TCP and UDP port, for IPv4 and, if the server listens there, IPv6. */
export function prepareInternet(options: InternetOptions): Internet {
  const { config, app, clock, key, reach, fingerprint, onChange, onRenew } = options;
  const { address, port } = app.server.address() as AddressInfo;
  const { udp, direct } = config;
  const udpPort = udp.port === 'off' ? undefined : udp.port === 'same' ? port : udp.port;
  const listensOn = listensOnAllAddresses(config) ? undefined : address;
  const common = {
    clock,
    after: timers.after,
    ports: { tcp: port, udp: udpPort, stun: udpPort === undefined || direct === 'off' ? undefined : udpPort + 1 },
    log: app.log,
  };
  const askItself = async (state: InternetState) => {
    if (state.status !== 'open') return reach.setOwn('unknown');
    const found = await keyAt({ host: state.address, port: state.port }, ownMs);
    reach.setOwn(found === undefined ? 'silent' : found === fingerprint() ? 'reached' : 'other');
  };
  const access = new InternetAccess({
    ...common,
    gateways: createGateways({ key, listensOn }),
    onChange(state) {
      onChange(state);
      void askItself(state);
    },
    onRenew,
  });
  const ipv6 = new Ipv6Access({
    ...common,
    gateways: createPinholeGateways({ key, listensOn }),
    onChange: () => onChange(access.state),
  });
  // 0.0.0.0 is IPv4 alone.
  const hasIpv6 = config.host.includes(':');
  return {
    get state() {
      return access.state;
    },
    get ipv6() {
      return ipv6.state;
    },
    async start() {
      await Promise.all([access.start(), hasIpv6 ? ipv6.start() : undefined]);
    },
    networkChanged() {
      void access.networkChanged();
      if (hasIpv6) void ipv6.start();
    },
    async shut() {
      await Promise.all([access.shut(), ipv6.stop()]);
    },
    async stop() {
      await Promise.all([access.stop(), ipv6.stop()]);
    },
  };
}
