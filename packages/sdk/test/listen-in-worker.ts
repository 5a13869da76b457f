// Runs in a worker thread: joins a room as a guest, reports that it is in, and then the first notes it hears.
import { parentPort, workerData } from 'node:worker_threads';
import { RoomtoneClient } from '@roomtone/sdk';

const { url, roomId } = workerData as { url: string; roomId: string };
const connection = await new RoomtoneClient({ baseUrl: url }).joinRoom(roomId);
connection.on('notes', (notes) => {
  parentPort?.postMessage({ heard: notes });
  connection.close();
});
const { participantId, guest } = connection.self;
parentPort?.postMessage({ in: { self: participantId, guest } });
