import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A wire to the server that can be cut. */
export async function startWire(serverUrl: string): Promise<{ url: string; cut(): void; stop(): Promise<unknown> }> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const wire = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  wire.listen(0, '127.0.0.1');
  await once(wire, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(wire.address() as AddressInfo).port}`,
    cut,
    stop: () => {
      const closed = once(wire, 'close');
      wire.close();
      cut();
      return closed;
    },
  };
}
