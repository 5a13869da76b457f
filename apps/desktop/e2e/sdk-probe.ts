// Runs in a page and in a worker: signs up, opens a room, joins it a second time as a guest, and plays through it.
import { RoomtoneClient } from '@roomtone/sdk';

export interface ProbeResult {
  readonly heard: readonly number[];
  readonly said: string;
  readonly clockErrorUs: number;
}

async function probe(baseUrl: string, name: string): Promise<ProbeResult> {
  const password = crypto.randomUUID();
  const player = new RoomtoneClient({ baseUrl });
  await player.register({ username: name, email: `${name}@example.org`, password });
  const stage = await player.createRoom({ roomName: 'Probe' });
  const listener = await new RoomtoneClient({ baseUrl }).joinRoom(stage.info.roomId);
  const heard = new Promise<readonly number[]>((resolve) => listener.on('notes', ({ data }) => resolve([...data])));
  const said = new Promise<string>((resolve) => listener.on('chat', ({ message }) => resolve(message)));
  const clock = new Promise<number>((resolve) => listener.on('clock', ({ errorUs }) => resolve(errorUs)));
  stage.noteOn(60, 100);
  await stage.chat('from here');
  const result = { heard: await heard, said: await said, clockErrorUs: await clock };
  await Promise.all([stage.leave(), listener.leave()]);
  return result;
}

globalThis.roomtoneProbe = probe;
if (typeof document === 'undefined') {
  globalThis.addEventListener('message', ({ data }: MessageEvent<[string, string]>) => {
    probe(...data).then(
      (result) => globalThis.postMessage({ result }),
      (error: unknown) => globalThis.postMessage({ problem: String(error) }),
    );
  });
}
