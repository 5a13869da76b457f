// A page that uses the SDK in its window and in a worker.
import { RoomtoneClient } from '@roomtone/sdk';
import { type Evening, playInMemory, playOn } from './band.ts';

const server = new URLSearchParams(location.search).get('server') ?? '';

Object.assign(globalThis, {
  inMemory: playInMemory,
  inWindow: () => playOn(server, 'window'),
  inWorker: () => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    return new Promise<Evening>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Evening>) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage(server);
    });
  },
  /** Uploads a picture; resolves with its address and the progress that was reported last. */
  upload: async (picture: string) => {
    const client = new RoomtoneClient({ baseUrl: server });
    await client.register({ username: 'painter', email: 'painter@example.org', password: 'correct horse 7' });
    let sent = 0;
    const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
    const onProgress = (part: number) => {
      sent = part;
    };
    const { avatarUrl } = await client.account.uploadAvatar(new Blob([bytes]), { onProgress });
    return { avatarUrl, sent };
  },
});
