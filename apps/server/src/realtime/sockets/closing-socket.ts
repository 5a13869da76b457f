import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { PacedWork } from '../../application/paced-work.ts';

/** ws's socket, which emits `closing` before it sends a close frame, whoever wanted that: no frame may follow it. */
export class ClosingSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    this.emit('closing');
    super.close(code, reason);
  }
}

/**
 * Has ws hear that its stream has ended, and that it is closed, in a turn of that socket's own: thousands may close in one turn of the event loop,
 * and what follows takes far longer than closing. `onClosed` is called at once.
 */
export function paceClosing(stream: Duplex, paced: Pick<PacedWork, 'run'>, onClosed: () => void): void {
  const endWs = stream.listeners('end').find(({ name }) => name === 'socketOnEnd');
  if (endWs !== undefined) {
    stream.off('end', endWs as () => void);
    stream.once('end', () => {
      paced.run(() => {
        // Closed meanwhile, it is no longer ws's.
        if (!stream.destroyed) endWs.call(stream);
      });
    });
  }
  const tellWs = stream.listeners('close').at(-1);
  // Of ws's own name: whoever else listens, such as the HTTP server, hears it as ever.
  if (tellWs?.name !== 'socketOnClose') return;
  stream.off('close', tellWs as () => void);
  stream.once('close', () => {
    onClosed();
    paced.run(() => tellWs.call(stream));
  });
}
