/** One WebSocket that carries binary frames, the same in Node and in browsers. */
export interface Socket {
  /** Sends one frame at once; dropped when the socket is not open. */
  send(frame: Uint8Array): void;
  /** Ends the connection in order, with code 1000. */
  close(): void;
  /** Gives the connection up without waiting for the other side, where the platform can. */
  abandon(): void;
}

export interface SocketHandlers {
  /** One whole binary frame; the bytes are the receiver's to keep. */
  frame(bytes: Uint8Array): void;
  /** Once, also when opening failed: the close code, 1006 where there is none. */
  closed(code: number): void;
}

/** Opens a WebSocket; returns before it is open. @throws {Error} when the address cannot be opened at all. */
export type OpenSocket = (url: string, handlers: SocketHandlers) => Socket;
