import { limits, type Welcome } from '@roomtone/protocol';
import type { Identity } from '../../ports/tickets.ts';
import { userBody } from './wire-bodies.ts';

/** The first frame on every socket: who the connection belongs to, and the server's limits. */
export function welcome(connection: {
  readonly id: string;
  readonly identity: Identity;
  readonly serviceUs: number;
  readonly resumeToken: string;
  readonly resumed: boolean;
  /** Whether an offer of a data channel is answered. */
  readonly datagrams: boolean;
}): { readonly kind: 'welcome'; readonly body: Welcome } {
  const { id, identity, serviceUs, resumeToken, resumed, datagrams } = connection;
  const { eventsPerMessage, eventsPerSecond, eventBurst } = limits.midi;
  const body: Welcome = {
    connectionId: id,
    user: userBody(identity),
    guest: identity.kind === 'guest',
    serverTime: serviceUs,
    heartbeatIntervalMs: limits.heartbeat.intervalMs,
    resumeToken,
    resumed,
    limits: {
      chatLength: limits.chatMessage.max,
      frameBytes: limits.clientFrameBytes,
      eventsPerMessage,
      eventsPerSecond,
      eventBurst,
    },
    datagrams,
  };
  return { kind: 'welcome', body };
}
