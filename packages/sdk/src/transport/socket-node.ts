import { closeCodes, limits } from '@roomtone/protocol';
import { type ClientOptions, WebSocket } from 'ws';
import type { Socket, SocketHandlers } from './socket.ts';

/** WebSocket in Node. */
export function openSocket(url: string, handlers: SocketHandlers): Socket {
  return openSocketWith({}, url, handlers);
}

/** Frames are never compressed (R1.6), so no compression is offered. */
export function openSocketWith(options: ClientOptions, url: string, handlers: SocketHandlers): Socket {
  const socket = new WebSocket(url, { ...options, perMessageDeflate: false, maxPayload: limits.serverFrameBytes });
  // Makes ws give each frame its own buffer rather than a view of a larger one.
  socket.binaryType = 'arraybuffer';
  socket.on('message', (data, isBinary) => {
    if (isBinary && data instanceof ArrayBuffer) handlers.frame(new Uint8Array(data));
  });
  // A close event always follows with everything needed; without a listener, Node would throw.
  socket.on('error', () => {});
  socket.on('close', (code) => handlers.closed(code === 1005 ? closeCodes.lost : code));
  return {
    send: (frame) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(frame);
    },
    close: () => socket.close(closeCodes.normal),
    abandon: () => socket.terminate(),
  };
}
