import type { BankAnswer, BankRequest } from '../contract/bank-messages.ts';
import { CuttableBank, withCompressed } from './bank-cutting.ts';

// Takes sound banks apart, away from drawing and sounding: a player's own may be hundreds of megabytes.

let own: CuttableBank | undefined;

self.addEventListener('message', async ({ data: request }: MessageEvent<BankRequest>) => {
  const { id } = request;
  try {
    if (request.kind === 'open') {
      own = new CuttableBank(await request.file.arrayBuffer());
      post({ id, kind: 'opened', programs: own.programs });
      return;
    }
    const preset = request.file === undefined ? own?.cut(request.program) : withCompressed(request.file);
    if (preset === undefined) post({ id, kind: 'failed' });
    else post({ id, kind: 'preset', preset }, [preset.file, ...preset.compressed.map(({ bytes }) => bytes)]);
  } catch {
    post({ id, kind: 'failed' });
  }
});

function post(answer: BankAnswer, transfer: Transferable[] = []): void {
  self.postMessage(answer, { transfer });
}
