import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** The direction that does not get through: to the other side, back from it, or both. */
export type Cut = 'there' | 'back' | 'both';

/**
 * A way to a port of this machine that can be cut without a word to either end, as a network is. What was sent meanwhile arrives
 * when it is whole again.
 */
export class CutLink {
  readonly #server: Server;
  readonly #ways = new Set<{ readonly client: Socket; readonly target: Socket }>();
  #cut: Cut | undefined;

  private constructor(server: Server, port: number) {
    this.#server = server;
    server.on('connection', (client) => this.#take(client, connect(port, '127.0.0.1')));
  }

  static async to(port: number): Promise<CutLink> {
    const server = createServer();
    const link = new CutLink(server, port);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return link;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cut(cut: Cut | undefined): void {
    this.#cut = cut;
    for (const way of this.#ways) this.#follow(way);
  }

  close(): void {
    this.#server.close();
    for (const { client, target } of this.#ways) {
      client.destroy();
      target.destroy();
    }
  }

  #take(client: Socket, target: Socket): void {
    const way = { client, target };
    this.#ways.add(way);
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      from.setNoDelay(true);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => undefined);
      from.on('close', () => {
        // The other end hears of it when it can.
        if (this.#cut === undefined) this.#end(way);
      });
    }
    this.#follow(way);
  }

  #follow(way: { readonly client: Socket; readonly target: Socket }): void {
    const { client, target } = way;
    if (this.#cut === undefined && (client.destroyed || target.destroyed)) this.#end(way);
    if (this.#cut === 'there' || this.#cut === 'both') client.pause();
    else client.resume();
    if (this.#cut === 'back' || this.#cut === 'both') target.pause();
    else target.resume();
  }

  #end(way: { readonly client: Socket; readonly target: Socket }): void {
    this.#ways.delete(way);
    way.client.end();
    way.target.end();
  }
}
