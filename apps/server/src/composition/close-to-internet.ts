import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { OutsideAddresses } from '../application/hosting/outside-addresses.ts';
import { closeConnectionsFrom } from '../http/plugins/http-connections.ts';
import type { Realtime } from '../realtime/realtime.ts';
import type { AppDeps } from './app-context.ts';

export interface ClosingDeps extends Pick<AppDeps, 'internet'> {
  readonly outside: OutsideAddresses;
  readonly realtime: Pick<Realtime, 'closeFrom'>;
  readonly server: Server;
}

/** See RunningServer.closeToInternet(). @param except the socket of the request that asks for it: it still gets its answer. */
export function createClosing(deps: ClosingDeps): (except?: Socket) => Promise<number> {
  const { outside, realtime, server, internet } = deps;
  const isOutside = (address: string) => outside.isOutside(address);
  return async (except) => {
    outside.shut();
    const closed = realtime.closeFrom(isOutside);
    closeConnectionsFrom(server, isOutside, except);
    await internet?.()?.shut();
    return closed;
  };
}
