// The rooms of a server and who plays there, always current: node terminal-lobby.ts <address or invitation>
import { type RoomInfo, RoomtoneClient } from '@roomtone/sdk';

const pulses = ['      ', '♪     ', '♪ ♪   ', '♪ ♪ ♪ '];
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort());

const client = RoomtoneClient.forInvitation(process.argv[2] ?? 'http://127.0.0.1:7420');
const { name } = await client.server();
const lobby = await client.joinLobby({ prepare: (opened) => opened.on('rooms', show) });
show(lobby.rooms);
await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
lobby.close();

function show(rooms: ReadonlyMap<string, RoomInfo>): void {
  // At a terminal the list is drawn again in place.
  if (process.stdout.isTTY) process.stdout.write('\u001b[2J\u001b[H');
  console.log(`${name}: ${rooms.size} rooms`);
  for (const { roomName, currentUsers, maxUsers, life } of rooms.values()) {
    const players = life?.players.map(({ username }) => username).join(', ') ?? '';
    const tempo = life !== undefined && life.bpm > 0 ? `${Math.round(life.bpm)} bpm` : '';
    console.log(
      `${pulses[life?.pulse ?? 0]}${roomName.padEnd(24)} ${currentUsers}/${maxUsers}  ${players} ${tempo}`.trimEnd(),
    );
  }
}
