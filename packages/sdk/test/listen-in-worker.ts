// Runs in a worker thread: joins a room as a guest, reports that it is in, and then the first notes it hears.
import { parentPort, workerData } from 'node:worker_threads';
import { RoomtoneClient } from '@roomtone/sdk';

const { url, roomId } = workerData as { url: string; roomId: string };
const connection = new RoomtoneClient({ baseUrl: url }).openRoom({ roomId });
connection.on('notes', (notes) => {
  parentPort?.postMessage({ heard: notes });
  connection.close();
});
const snapshot = await connection.ready;
parentPort?.postMessage({ in: { self: snapshot.self, guest: snapshot.me.guest } });
