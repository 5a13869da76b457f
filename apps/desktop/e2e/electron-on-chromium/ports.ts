import { EventEmitter } from 'node:events';
import type { MessagePortMain, MessageChannelMain as RealChannel } from 'electron';

/** How a message gets to the end of a channel that has gone to another process or page. */
export type Carrier = (portId: number, message: unknown, transfer: readonly number[]) => void;

/** Messages wait until somebody starts: https://www.electronjs.org/docs/latest/api/message-port-main#portstart */
export class Inbox extends EventEmitter {
  #waiting: object[] | undefined = [];

  start(): void {
    for (const event of this.#waiting ?? []) this.emit('message', event);
    this.#waiting = undefined;
  }

  receive(event: object): void {
    if (this.#waiting === undefined) this.emit('message', event);
    else this.#waiting.push(event);
  }
}

const all: Port[] = [];

/**
 * One end of a channel: https://www.electronjs.org/docs/latest/api/message-port-main. It is used where it was made or,
 * by one transfer, elsewhere; all that passes goes through the main process. Nothing may be sent to an end before its
 * transfer.
 */
export class Port extends Inbox implements MessagePortMain {
  readonly id = all.push(this);
  peer: Port | undefined;
  #carrier: Carrier | undefined;

  postMessage(message: unknown, transfer: readonly MessagePortMain[] = []): void {
    const ports = transfer.map(portOf);
    queueMicrotask(() => this.peer?.deliver(structuredClone(message), ports));
  }

  close(): void {
    this.peer?.emit('close');
    this.peer = undefined;
  }

  moveTo(carrier: Carrier): number {
    this.#carrier = carrier;
    return this.id;
  }

  deliver(data: unknown, ports: readonly Port[]): void {
    const carrier = this.#carrier;
    if (carrier === undefined) this.receive({ data, ports });
    else {
      const ids = ports.map((port) => port.moveTo(carrier));
      carrier(this.id, data, ids);
    }
  }
}

/** A message from wherever the port is now. */
export function arrived(portId: number, message: unknown, transfer: readonly number[]): void {
  all[portId - 1]?.peer?.deliver(
    message,
    transfer.flatMap((id) => all[id - 1] ?? []),
  );
}

/** Only ends of this file's channels come here. */
export function portOf(port: MessagePortMain): Port {
  if (port instanceof Port) return port;
  throw new TypeError('not a MessagePortMain');
}

/** https://www.electronjs.org/docs/latest/api/message-channel-main */
export class MessageChannelMain implements RealChannel {
  readonly port1 = new Port();
  readonly port2 = new Port();

  constructor() {
    this.port1.peer = this.port2;
    this.port2.peer = this.port1;
  }
}
