import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { MessagePortMain, MessageChannelMain as RealChannel } from 'electron';

/** Messages wait for start(). */
export class Port extends EventEmitter implements MessagePortMain {
  readonly real: MessagePort;
  constructor(real: MessagePort) {
    super();
    this.real = real;
    real.on('close', () => this.emit('close'));
  }
  start = () => void this.real.on('message', (data) => this.emit('message', { data, ports: [] }));
  close = () => this.real.close();
  postMessage = (message: unknown) => this.real.postMessage(message);
}

export class MessageChannelMain implements RealChannel {
  readonly #real = new MessageChannel();
  readonly port1 = new Port(this.#real.port1);
  readonly port2 = new Port(this.#real.port2);
}

let lastId = 0;

/** Relays messages of ports to and from one other process or page. Both sides identify a port by its number. */
export class Relay {
  readonly #send: (id: number, message: unknown) => void;
  readonly #carried = new Map<number, MessagePort>();
  constructor(send: (id: number, message: unknown) => void) {
    this.#send = send;
  }
  /** Registers a local end. */
  take(port: MessagePortMain): number {
    // There are no other implementations here.
    this.#carry(++lastId, (port as Port).real);
    return lastId;
  }
  /** Creates an end for a port that has arrived. */
  give(id: number): Port {
    const { port1, port2 } = new MessageChannel();
    this.#carry(id, port1);
    return new Port(port2);
  }
  arrived = (id: number, message: unknown) => this.#carried.get(id)?.postMessage(message);
  /** Closes all ports, because the other side is gone. */
  end = () => Array.from(this.#carried.values(), (real) => real.close());
  #carry(id: number, real: MessagePort): void {
    this.#carried.set(id, real);
    real.on('message', (message) => this.#send(id, message));
  }
}
