import { WebSocket } from 'ws';

/** ws's socket, which emits `closing` before it sends a close frame, whoever wanted that: no frame may follow it. */
export class ClosingSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    this.emit('closing');
    super.close(code, reason);
  }
}
