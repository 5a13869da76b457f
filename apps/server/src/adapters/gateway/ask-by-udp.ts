import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { GatewayFailure } from '../../ports/gateways.ts';

/** When a request is sent, and sent again, and when it is given up, ms from the start: RFC 6886, 3.1, cut short. */
const sendAtMs = [0, 250, 750];
const giveUpAtMs = 1_750;

/** Where a gateway listens. */
export interface Target {
  readonly address: string;
  readonly port: number;
  /** The address of this machine to ask from, if that matters. */
  readonly from?: string | undefined;
}

export interface Asked {
  readonly answer: Buffer;
  /** This machine's address on the way to the gateway. */
  readonly localAddress: string;
}

/**
 * Asks a gateway by UDP; a lost packet is sent again. Only packets from the gateway's own address and port are looked at.
 * @param request makes the packet, given this machine's address.
 * @param isAnswer tells the answer from others.
 * @throws {GatewayFailure} noAnswer.
 */
export function askByUdp(
  { address, port, from }: Target,
  request: (localAddress: string) => Buffer,
  isAnswer: (packet: Buffer) => boolean,
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
    const timers: NodeJS.Timeout[] = [];
    const end = () => {
      for (const timer of timers) clearTimeout(timer);
      socket.close();
    };
    const fail = (why: string) => {
      end();
      reject(new GatewayFailure('noAnswer', why));
    };
    // A connected socket hears of a closed port at once: then nobody is there to wait for.
    socket.once('error', (error) => fail(error.message));
    socket.on('message', (answer) => {
      if (!isAnswer(answer)) return;
      const { address: localAddress } = socket.address();
      end();
      resolve({ answer, localAddress });
    });
    const ask = () => {
      const packet = request(socket.address().address);
      const send = () => socket.send(packet);
      timers.push(...sendAtMs.map((atMs) => setTimeout(send, atMs)));
      timers.push(setTimeout(fail, giveUpAtMs, `${address} does not answer.`));
    };
    if (from === undefined) socket.connect(port, address, ask);
    else socket.bind(0, from, () => socket.connect(port, address, ask));
  });
}
