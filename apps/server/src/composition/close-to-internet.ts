import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { OutsideAddresses } from '../application/hosting/outside-addresses.ts';
import { closeConnectionsFrom } from '../http/plugins/http-connections.ts';
import type { AuditRecorder } from '../ports/audit-log.ts';
import type { Realtime } from '../realtime/realtime-types.ts';
import type { AppDeps } from './app-context.ts';

export interface ClosingDeps extends Pick<AppDeps, 'internet'> {
  readonly outside: OutsideAddresses;
  readonly realtime: Pick<Realtime, 'closeFrom'>;
  readonly server: Server;
  readonly audit: AuditRecorder;
}

/** The request of an admin who wants it. */
export interface ClosingRequest {
  readonly userId: string;
  readonly address: string;
  /** Stays open for the answer. */
  readonly socket: Socket;
}

/** See RunningServer.closeToInternet(). Without a request it is the host who does it. */
export function createClosing(deps: ClosingDeps): (request?: ClosingRequest) => Promise<number> {
  const { outside, realtime, server, internet, audit } = deps;
  const isOutside = (address: string) => outside.isOutside(address);
  return async (request) => {
    outside.shut();
    const closed = realtime.closeFrom(isOutside);
    closeConnectionsFrom(server, isOutside, request?.socket);
    const by =
      request === undefined
        ? { details: { by_command: true } }
        : { byUserId: request.userId, address: request.address };
    audit.record({ kind: 'closed_to_internet', ...by });
    await internet?.()?.shut();
    return closed;
  };
}
