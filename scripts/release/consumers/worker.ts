import { playTogether } from './band.ts';

self.onmessage = async ({ data: server }: MessageEvent<string>) => {
  self.postMessage(await playTogether(server, 'worker'));
};
