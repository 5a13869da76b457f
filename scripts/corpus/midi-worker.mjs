import { parentPort } from 'node:worker_threads';
import { describeMidiFile, detectTextEncoding, readMidiFile } from '../../packages/smf/dist/index.js';

parentPort?.on('message', async ({ bytes }) => {
  const encoding = await detectTextEncoding(bytes).catch(() => undefined);
  const start = performance.now();
  try {
    const mine = readMidiFile(bytes, encoding);
    describeMidiFile(bytes, encoding);
    parentPort?.postMessage({ mine, ms: performance.now() - start });
  } catch (error) {
    const refusal = { name: error?.constructor?.name, kind: error?.kind, message: String(error?.message ?? error) };
    parentPort?.postMessage({ refusal, ms: performance.now() - start });
  }
});
