import type { Identity } from './tickets.ts';

/** One frame of a reliable stream, as it is sent again. */
export interface KeptFrame {
  readonly sequence: number;
  readonly requestId: number;
  readonly frame: Uint8Array;
}

/** The room that a connection was in, and since when: wall clock, ms. */
export interface KeptRoom {
  readonly roomId: string;
  readonly joinedAt: number;
}

/** The state that a process needs to go on with a connection of another. */
export interface KeptConnection {
  readonly connectionId: string;
  readonly identity: Identity;
  /** The highest sequence that is known to have been sent; the process that is gone may have sent a few more. */
  readonly sequence: number;
  /** Frames that the client has not acknowledged. */
  readonly frames: readonly KeptFrame[];
  /** The last chat message that it has acknowledged. */
  readonly chat: Uint8Array | undefined;
  /** Requests that were accepted, and may have been carried out, answered or not. */
  readonly begun: readonly number[];
  readonly room: KeptRoom | undefined;
}

/** The copy of one connection, which its process keeps current. Nothing waits for it. */
export interface ConnectionCopy {
  added(frame: KeptFrame): void;
  /** @param chat the last chat message among what was acknowledged now. */
  acknowledged(sequence: number, chat: Uint8Array | undefined): void;
  /** A request with this id has been accepted. */
  begun(requestId: number): void;
  inRoom(room: KeptRoom | undefined): void;
  /** The connection is over, or can no longer be resumed. */
  ended(): void;
}

/** Keeps copies of connections outside of their processes, so that they survive the end of one (S31.9). */
export interface KeptConnections {
  /**
   * Keeps a copy of a connection of this process from now on, in place of any other.
   * @param whole reads everything about it; called at once, and again when copies have been lost.
   * @param lost is called when another process has taken the connection.
   */
  keep(connectionId: string, whole: () => Omit<KeptConnection, 'connectionId'>, lost: () => void): ConnectionCopy;
  /**
   * Takes a connection over from the process that has it: from one that is gone, or from one that gives it away when asked. Only one of
   * several processes gets it.
   */
  take(connectionId: string): Promise<KeptConnection | undefined>;
  /** Gives connections of this process away; the answer says if that is possible. */
  onAsked(giveAway: (connectionId: string) => Promise<boolean>): void;
}
