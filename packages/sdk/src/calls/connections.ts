import type * as wire from '@roomtone/protocol/rest';
import type { CallOptions } from '../call-options.ts';
import type { Camel } from '../camel-case.ts';
import type { Send } from './send.ts';

const path = '/api/connections';

/** Lists everyone connected with their addresses. For admins. */
export function connectionCalls(send: Send) {
  return {
    /** Newest first. */
    list: (options?: CallOptions): Promise<Camel<wire.ConnectionsView>> => send({ method: 'GET', path }, options),
    /**
     * Closes a server that was opened to the internet, until it is started again: ends everything that comes from outside its own
     * networks, and lets nothing more in. Rejects with RESOURCE_NOT_FOUND for any other server.
     */
    closeOutside: (options?: CallOptions): Promise<Camel<wire.ClosedConnectionsView>> =>
      send({ method: 'DELETE', path: `${path}/outside` }, options),
  };
}
