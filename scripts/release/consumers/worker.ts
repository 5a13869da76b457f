import { playOn } from './band.ts';

self.onmessage = async ({ data: server }: MessageEvent<string>) => {
  self.postMessage(await playOn(server, 'worker'));
};
