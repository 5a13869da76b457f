import Type from 'typebox';
import { restNames } from './names.ts';

/** One WebSocket connection. */
export const ConnectionView = Type.Object({
  connection_id: Type.String(),
  /** "" for a guest. */
  user_id: Type.String(),
  ...restNames,
  /** The client's IP address. */
  address: Type.String(),
  /** here: the server's machine. network: a network that it is in. outside: anywhere else, such as the internet. */
  place: Type.Enum(['here', 'network', 'outside']),
  connected_at: Type.String({ format: 'date-time' }),
  /** "" outside a room; so is the name. */
  room_id: Type.String(),
  room_name: Type.String(),
});
export type ConnectionView = Type.Static<typeof ConnectionView>;

export const ConnectionsView = Type.Object({
  connections: Type.Array(ConnectionView),
  /**
   * off: nothing was asked to open the server. asking, open, closed: what the router made of it. shut: it was closed on demand.
   */
  internet: Type.Enum(['off', 'asking', 'open', 'closed', 'shut']),
  /** Where the internet reaches the server; "" unless `internet` is open. */
  public_url: Type.String(),
});
export type ConnectionsView = Type.Static<typeof ConnectionsView>;

export const ClosedConnectionsView = Type.Object({
  /** How many WebSocket connections were ended. */
  closed: Type.Integer(),
});
export type ClosedConnectionsView = Type.Static<typeof ClosedConnectionsView>;
