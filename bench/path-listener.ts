// The other player of `npm run bench:path`: a listening guest in a process of its own.
import { once } from 'node:events';
import { RoomtoneClient } from '@roomtone/sdk';
import { type Heard, nowUs, numberOf } from './path-notes.ts';

const heard: Heard[] = [];
const [{ url, roomId }] = (await once(process, 'message')) as [{ url: string; roomId: string }];
const room = await new RoomtoneClient({ baseUrl: url }).joinRoom(roomId);
room.on('notes', ({ data, playAtUs, startTimeUs }) => {
  heard.push({ note: numberOf(data), atUs: nowUs(), heardUs: playAtUs - startTimeUs });
});
process.send?.('ready');
await once(process, 'message');
process.send?.(heard);
