import { randomUUID } from 'node:crypto';
import { limits } from '@roomtone/protocol';
import { type Room, RoomtoneClient } from '@roomtone/sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { processesTimeoutMs } from '../../commands/host.ts';
import { end } from '../../support/server-process.ts';
import { findBalancer, missingBalancer, startBalancer } from '../balancer.ts';
import { freePort } from '../redis-server.ts';
import { serviceSettings, startProcess } from '../services.ts';
import '../skip-without.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });
const poll = { timeout: processesTimeoutMs, interval: 50 };
const playerCount = 6;

/** Two processes on ports that they keep, behind a balancer, and players who are all in one room. */
async function band() {
  const settings = await serviceSettings();
  const ports = [await freePort(), await freePort()] as const;
  const start = (port: number) => startProcess({ ...settings, ROOMTONE_PORT: String(port) });
  const processes = await Promise.all(ports.map(start));
  const baseUrl = await startBalancer(processes.map(({ url }) => url));
  const players: { readonly client: RoomtoneClient; readonly room: Room; readonly seen: string[] }[] = [];
  let roomId: string | undefined;
  for (let index = 0; index < playerCount; index++) {
    const client = new RoomtoneClient({ baseUrl });
    const username = `user-${index}`;
    await client.register({ username, email: `${username}@example.org`, password: randomUUID() });
    roomId ??= (await client.rooms.create({ roomName: 'Storm' })).roomId;
    const room = await client.joinRoom(roomId);
    const seen: string[] = [];
    room.on('chat', ({ messageId }) => seen.push(messageId));
    players.push({ client, room, seen });
    onTestFinished(() => room.close());
  }
  return { start, ports, processes, players };
}

test('S31.9: chat that was acknowledged reaches every player once, in one order, although a process is killed in the middle', async ({
  skip,
}) => {
  if (findBalancer() === undefined) skip(missingBalancer);
  const { processes, players } = await band();
  const acknowledged = new Set<string>();
  const halfway = Promise.withResolvers<void>();
  const messagesEach = limits.chatFlood.messages - 1;
  const talking = players.map(async ({ room }, index) => {
    for (let count = 0; count < messagesEach; count++) {
      // Requests that are under way when the process is killed may fail.
      const sent = await room.chat(`${index}: ${count}`).catch(() => undefined);
      if (sent !== undefined) acknowledged.add(sent.messageId);
      if (acknowledged.size >= (playerCount * messagesEach) / 3) halfway.resolve();
    }
  });
  await halfway.promise;
  const [killed] = processes;
  if (killed === undefined) throw new Error('there are two');
  await end(killed, 'SIGKILL');
  await Promise.all(talking);
  for (const { room } of players) await expect.poll(() => room.state.status, poll).toBe('joined');
  for (const { seen } of players) {
    const missing = () => [...acknowledged].filter((messageId) => !seen.includes(messageId));
    await expect.poll(missing, poll).toEqual([]);
    expect(new Set(seen).size).toBe(seen.length);
  }
  const [first] = players;
  for (const { seen } of players) {
    expect(seen.filter((id) => acknowledged.has(id))).toEqual(first?.seen.filter((id) => acknowledged.has(id)));
  }
  expect(acknowledged.size).toBeGreaterThan(playerCount);
});

test('S31.8: when the processes are restarted one after the other, everybody is in the room again, and nobody signs in', async ({
  skip,
}) => {
  if (findBalancer() === undefined) skip(missingBalancer);
  const { start, ports, processes, players } = await band();
  for (const [index, port] of ports.entries()) {
    const process = processes[index];
    if (process === undefined) throw new Error('there are two');
    expect(await end(process, 'SIGTERM')).toBe(0);
    for (const { room } of players) await expect.poll(() => room.state.status, poll).toBe('joined');
    await start(port);
  }
  for (const { client, room } of players) {
    await expect.poll(() => room.state.status, poll).toBe('joined');
    expect((await client.rooms.list()).rooms).toHaveLength(1);
  }
  const [speaker] = players;
  await speaker?.room.chat('still here');
  for (const { seen } of players) await expect.poll(() => seen.length, poll).toBeGreaterThan(0);
  await expect.poll(() => speaker?.room.participants.size, poll).toBe(playerCount);
});
