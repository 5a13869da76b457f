import { closeCodes } from '@roomtone/protocol';
import type { Socket, SocketHandlers } from './socket.ts';

/** WebSocket in browsers, both in windows and workers. */
export function openSocket(url: string, handlers: SocketHandlers): Socket {
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data instanceof ArrayBuffer) handlers.frame(new Uint8Array(data));
  };
  socket.onclose = ({ code }) => handlers.closed(code === 1005 ? closeCodes.lost : code);
  return {
    send: (frame) => {
      // The SDK never sends shared memory, which the DOM's types exclude.
      if (socket.readyState === WebSocket.OPEN) socket.send(frame as Uint8Array<ArrayBuffer>);
    },
    close: () => socket.close(closeCodes.normal),
    // Browsers cannot drop a socket any faster.
    abandon: () => socket.close(),
  };
}
