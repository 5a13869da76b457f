import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { PacedWork } from '../../application/paced-work.ts';

/**
 * A WebSocket of ws that emits `closing` before it sends a close frame, for whatever reason: no frame may follow it.
 */
export class ClosingSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    this.emit('closing');
    super.close(code, reason);
  }
}

/**
 * Delays ws's handling of the end and the close of its stream as paced work: thousands of sockets may close in one turn
 * of the event loop, and what follows takes far longer than closing. `onClosed` is called without a delay.
 */
export function paceClosing(stream: Duplex, paced: Pick<PacedWork, 'run'>, onClosed: () => void): void {
  const endWs = stream.listeners('end').find(({ name }) => name === 'socketOnEnd');
  if (endWs !== undefined) {
    stream.off('end', endWs as () => void);
    stream.once('end', () => {
      paced.run(() => {
        // If it was closed in the meantime, ws has released it.
        if (!stream.destroyed) endWs.call(stream);
      });
    });
  }
  const tellWs = stream.listeners('close').at(-1);
  // Recognised by its name: other listeners, such as the HTTP server's, are called as usual.
  if (tellWs?.name !== 'socketOnClose') return;
  stream.off('close', tellWs as () => void);
  stream.once('close', () => {
    onClosed();
    paced.run(() => tellWs.call(stream));
  });
}
