import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { serverLimits } from '../../domain/server-limits.ts';
import type { OwnAddress } from '../../ports/own-address.ts';
import { isStunQuestion, stunAnswer } from './stun-answer.ts';

export interface StunResponderOptions {
  /** The address to listen on, like that of the TCP port. */
  readonly host: string;
  readonly port: () => number;
  /** True for an address that a participant comes from; nobody else gets an answer. */
  readonly isKnown: (address: string) => boolean;
  /** Counts what is answered, and what is not. */
  readonly counters: { stunAnswered: number; stunRefused: number };
  /** Service clock, µs. */
  readonly nowUs: () => number;
  /** Called once if the port cannot be opened. */
  readonly onMissing: (error: unknown) => void;
}

/** A STUN server for participants, on a UDP port that is opened when the first of them wants direct channels. */
export function createStunResponder(options: StunResponderOptions): OwnAddress {
  const { host, port, isKnown, counters, nowUs, onMissing } = options;
  const asked = new Map<string, number>();
  let second = 0;
  let socket: Socket | undefined;
  const isTooMuch = (address: string): boolean => {
    const now = Math.floor(nowUs() / 1_000_000);
    if (now !== second) asked.clear();
    second = now;
    const count = (asked.get(address) ?? 0) + 1;
    if (asked.size < serverLimits.stun.addresses || asked.has(address)) asked.set(address, count);
    return count > serverLimits.stun.perSecond || asked.size >= serverLimits.stun.addresses;
  };
  const take = (bytes: Buffer, { address: from, port: fromPort }: RemoteInfo) => {
    const address = from.replace(/^::ffff:/, '').replace(/%.*$/, '');
    if (!isStunQuestion(bytes) || !isKnown(address) || isTooMuch(address)) {
      counters.stunRefused++;
      return;
    }
    counters.stunAnswered++;
    socket?.send(stunAnswer(bytes, address, fromPort), fromPort, from);
  };
  return {
    get port() {
      return port();
    },
    open() {
      if (socket !== undefined) return;
      const isAny = host === '0.0.0.0' || host === '::';
      socket = createSocket({ type: isAny || isIPv6(host) ? 'udp6' : 'udp4' });
      socket.on('message', take);
      // A port that is lost later is as good as none: participants then have the addresses of their machines alone.
      socket.on('error', onMissing);
      socket.bind({ port: port(), ...(isAny ? {} : { address: host === 'localhost' ? '127.0.0.1' : host }) });
      socket.unref();
    },
    close() {
      socket?.close();
      socket = undefined;
    },
  };
}
