// Who is playing?
import { RoomtoneClient } from '@roomtone/sdk';

// Without a sign-in the client is a guest, who may look and listen.
const client = new RoomtoneClient({ baseUrl: location.origin });
const { name, version } = await client.server();
console.log(`${name} runs Roomtone ${version}.`);

const lobby = await client.joinLobby();
const show = (rooms) => {
  if (rooms.size === 0) console.log('No public rooms yet.');
  for (const { roomName, currentUsers, maxUsers } of rooms.values()) {
    console.log(`${roomName}: ${currentUsers} of ${maxUsers}`);
  }
};
show(lobby.rooms);
lobby.on('rooms', show);
