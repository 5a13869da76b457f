import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** From the client to the server, or back. */
export type Direction = 'up' | 'down';

/** A network connection to the server that can be cut. */
export interface Wire {
  readonly url: string;
  /** Loses everything in this direction from now on without either end noticing; later connections work. */
  lose(direction: Direction): void;
  /** Breaks every connection so that both ends notice. */
  cut(): void;
  stop(): Promise<unknown>;
}

export async function startWire(serverUrl: string): Promise<Wire> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const losses = { up: new Set<() => void>(), down: new Set<() => void>() };
  const wire = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to, direction] of [
      [near, far, 'up'],
      [far, near, 'down'],
    ] as const) {
      const lose = () => {
        from.unpipe(to);
        from.resume();
      };
      sockets.add(from);
      losses[direction].add(lose);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        losses[direction].delete(lose);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  wire.listen(0, '127.0.0.1');
  await once(wire, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(wire.address() as AddressInfo).port}`,
    lose: (direction) => {
      for (const lose of losses[direction]) lose();
    },
    cut,
    stop: () => {
      const closed = once(wire, 'close');
      wire.close();
      cut();
      return closed;
    },
  };
}
