/** One WebSocket that carries binary frames, with the same interface in Node and in browsers. */
export interface Socket {
  /** Sends one frame immediately; drops it if the socket is not open. */
  send(frame: Uint8Array): void;
  /** Closes the connection properly, with code 1000. */
  close(): void;
  /** Drops the connection without waiting for the other side, if the platform can. */
  abandon(): void;
}

export interface SocketHandlers {
  /** One whole binary frame; the receiver may keep the bytes. */
  frame(bytes: Uint8Array): void;
  /** Called once, also if opening failed: the close code, or 1006 if there is none. */
  closed(code: number): void;
}

/** Opens a WebSocket; returns before it is open. @throws {Error} if the address cannot be opened at all. */
export type OpenSocket = (url: string, handlers: SocketHandlers) => Socket;
