import type { Socket } from 'node:net';
import { RoomtoneError, restNamesOf } from '@roomtone/protocol';
import { ClosedConnectionsView, ConnectionsView, type ConnectionView, success } from '@roomtone/protocol/rest';
import type { InternetState } from '../../../application/hosting/internet-access.ts';
import type { OutsideAddresses } from '../../../application/hosting/outside-addresses.ts';
import type { ConnectedPerson } from '../../../ports/live-rooms.ts';
import type { Place } from '../../../ports/own-networks.ts';
import { adminOnly } from '../../plugins/admin-only.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { dateTime } from '../users/account-views.ts';

export interface ConnectionRoutesDeps {
  readonly isForInternet: boolean;
  readonly internet: () => InternetState | undefined;
  readonly outside: Pick<OutsideAddresses, 'placeOf' | 'isOutside' | 'isShut'>;
  readonly connected: () => readonly ConnectedPerson[];
  /** See RunningServer. */
  readonly closeToInternet: (request: {
    readonly userId: string;
    readonly address: string;
    readonly socket: Socket;
  }) => Promise<number>;
  readonly authentication: Authentication;
}

/** Lists everyone connected with their addresses, and ends everything that comes from outside, for admins (S27). */
export function connectionRoutes(app: App, deps: ConnectionRoutesDeps): void {
  const { isForInternet, internet, outside, connected, authentication } = deps;
  const onRequest = adminOnly(authentication);

  app.get(
    '/api/connections',
    {
      schema: {
        ...operation('listConnections', 'List who is connected from where', 'Utility', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR'],
          description:
            'Admins only. Every WebSocket connection, also one that may still be resumed, the newest first. `internet` says whether ' +
            'the internet reaches the server: `closed` while it cannot be done, `shut` once it was closed on demand.',
        }),
        response: { 200: success(ConnectionsView) },
      },
      onRequest,
    },
    async () => {
      const people = connected().toSorted((one, other) => other.sinceMs - one.sinceMs);
      const state = internet();
      return succeed({
        connections: people.map((person) => connectionView(person, outside.placeOf(person.address))),
        internet: outside.isShut ? 'shut' : (state?.status ?? 'off'),
        public_url: state?.status === 'open' ? `https://${state.address}:${state.port}` : '',
      });
    },
  );

  app.delete(
    '/api/connections/outside',
    {
      schema: {
        ...operation('closeToInternet', 'Close the server to the internet', 'Utility', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR', 'RESOURCE_NOT_FOUND'],
          description:
            'Admins only, and only with `ROOMTONE_INTERNET=on`. Has the router close the ports, ends every connection from outside ' +
            'the server’s own networks, and lets nothing in from there until the server is started again.',
        }),
        response: { 200: success(ClosedConnectionsView) },
      },
      onRequest,
    },
    async (request, reply) => {
      if (!isForInternet) {
        throw new RoomtoneError('RESOURCE_NOT_FOUND', 'This server has not been opened to the internet.');
      }
      const { userId } = requirePrincipal(request);
      const closed = await deps.closeToInternet({ userId, address: request.ip, socket: request.raw.socket });
      if (outside.isOutside(request.ip)) reply.header('connection', 'close');
      return succeed({ closed });
    },
  );
}

function connectionView(
  { connectionId, userId, address, sinceMs, room, ...names }: ConnectedPerson,
  place: Place,
): ConnectionView {
  return {
    connection_id: connectionId,
    user_id: userId,
    ...restNamesOf(names),
    address,
    place,
    connected_at: dateTime(sinceMs),
    room_id: room?.roomId ?? '',
    room_name: room?.roomName ?? '',
  };
}
