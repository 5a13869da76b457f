import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { RedisRoomBus } from '../../src/adapters/redis/redis-room-bus.ts';
import { roomBusContract } from '../contracts/room-bus.contract.ts';
import { openRedis, redisOptions } from './services.ts';
import './skip-without.ts';

/** A way to Redis that can be cut. */
async function wayTo(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname);
    for (const one of [socket, onward]) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        socket.destroy();
        onward.destroy();
      });
    }
    if (isCut) socket.destroy();
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const way = new URL(url);
  way.port = String((server.address() as { port: number }).port);
  return {
    url: way.href,
    async cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    async mend() {
      isCut = false;
    },
  };
}

roomBusContract(async () => {
  const options = redisOptions();
  const way = await wayTo(options.url);
  const living = new Set(['1', '2'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`));
  const [one = '', two = ''] = living;
  const open = async (id: string, url: string) => {
    const redis = await openRedis({ ...options, url });
    const bus = new RedisRoomBus(redis, { id, isAlive: (other) => living.has(other) });
    const close = bus.close.bind(bus);
    bus.close = async () => {
      living.delete(id);
      await close();
    };
    onTestFinished(() => bus.close());
    return bus;
  };
  const buses = [await open(one, options.url), await open(two, way.url)] as const;
  return { buses, cut: () => way.cut(), mend: () => way.mend() };
});
