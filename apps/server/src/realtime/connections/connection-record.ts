import type { ConnectionCopy, KeptConnection, KeptConnections, KeptRoom } from '../../ports/kept-connections.ts';
import type { Command } from './command.ts';
import type { StreamCopy, StreamFrame } from './reliable-stream.ts';

/** The connection's own part of the state that other processes need. */
type OfConnection = Omit<KeptConnection, 'connectionId' | 'chat' | 'begun'>;

/** Keeps the copy of one connection current, with which another process can go on (S31.9). None where a process is alone. */
export class ConnectionRecord implements StreamCopy {
  #copy: ConnectionCopy | undefined;
  /** Requests that have been accepted and not carried out. */
  readonly #begun = new Set<number>();
  /** The last chat message that the client has acknowledged. */
  #lastChat: Uint8Array | undefined;

  /** Keeps a copy from now on. @param lost is called when another process has taken the connection. */
  keep(connections: Pick<KeptConnections, 'keep'>, id: string, read: () => OfConnection, lost: () => void): void {
    const whole = () => ({ ...read(), chat: this.#lastChat, begun: [...this.#begun] });
    this.#copy = connections.keep(id, whole, lost);
  }

  added(frame: StreamFrame, sequence: number): void {
    this.#copy?.added({ ...frame, sequence });
  }

  acknowledged(sequence: number, chat: Uint8Array | undefined): void {
    this.#lastChat = chat ?? this.#lastChat;
    this.#copy?.acknowledged(sequence, chat);
  }

  ended(): void {
    this.#copy?.ended();
  }

  inRoom(room: KeptRoom | undefined): void {
    this.#copy?.inRoom(room);
  }

  /** From here on, another process must not let the client think that the request was never received (R10.10). */
  begin({ requestId, kind }: Command): void {
    if (requestId === 0 || kind === 'quality') return;
    this.#begun.add(requestId);
    this.#copy?.begun(requestId);
  }

  /** A request has been carried out or refused. */
  done({ requestId }: Command): void {
    this.#begun.delete(requestId);
  }
}
