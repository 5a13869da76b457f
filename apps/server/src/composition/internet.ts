import type { AddressInfo } from 'node:net';
import { createGateways } from '../adapters/gateway/find-gateways.ts';
import { InternetAccess, type InternetState } from '../application/hosting/internet-access.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/plugins/server-types.ts';
import type { Clock } from '../ports/clock.ts';
import { timers } from '../realtime/scheduler.ts';
import { listensOnAllAddresses } from './network-addresses.ts';

export interface InternetOptions {
  readonly config: Pick<Config, 'host' | 'udp'>;
  /** Is listening already. */
  readonly app: App;
  readonly clock: Clock;
  /** Makes the nonces by which the router knows this server again. */
  readonly key: Uint8Array;
  readonly onChange: (state: InternetState) => void;
  /** Called when nothing has changed but the time until which the port is open. */
  readonly onRenew: ((state: InternetState) => void) | undefined;
}

/** Prepares to have the router open the server's TCP and UDP port. */
export function prepareInternet({ config, app, clock, key, onChange, onRenew }: InternetOptions): InternetAccess {
  const { address, port } = app.server.address() as AddressInfo;
  const { udp } = config;
  return new InternetAccess({
    gateways: createGateways({ key, listensOn: listensOnAllAddresses(config) ? undefined : address }),
    clock,
    after: timers.after,
    ports: { tcp: port, udp: udp.port === 'off' ? undefined : udp.port === 'same' ? port : udp.port },
    log: app.log,
    onChange,
    onRenew,
  });
}
