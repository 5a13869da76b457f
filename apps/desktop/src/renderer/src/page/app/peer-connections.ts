import { followChannel, PeerConnection, sendOn } from '@roomtone/sdk/web-rtc';
import { newsOfChannel, type PeerNews, type PeerRequest } from '../../contract/peer-messages.ts';

/** Makes the connections for the worker's data channels, and keeps them while they are in use. */
export class PeerConnections {
  readonly #post: (news: PeerNews, transfer: Transferable[]) => void;
  readonly #connections = new Map<number, PeerConnection>();

  constructor(post: (news: PeerNews, transfer: Transferable[]) => void) {
    this.#post = post;
  }

  /** Takes a message from the worker. */
  receive(request: PeerRequest): void {
    const { id } = request;
    const connection = this.#connections.get(id);
    switch (request.act) {
      case 'open':
        this.#open(id);
        break;
      case 'accept':
        connection?.accept(request.answer, request.reach).catch(() => this.#closed(id));
        break;
      case 'send':
        if (connection !== undefined) sendOn(connection.channel, request.bytes);
        break;
      case 'close':
        this.#connections.delete(id);
        connection?.close();
        break;
    }
  }

  #open(id: number): void {
    try {
      const connection = new PeerConnection();
      this.#connections.set(id, connection);
      connection.onLost = () => this.#closed(id);
      this.#hand(id, connection.channel);
      connection.offer.then(
        (offer) => this.#post({ kind: 'peer', id, news: 'offer', offer }, []),
        () => this.#closed(id),
      );
    } catch {
      // The browser's settings can forbid WebRTC.
      this.#closed(id);
    }
  }

  /** Transfers a new channel to the worker. */
  #hand(id: number, channel: RTCDataChannel): void {
    try {
      this.#post({ kind: 'peer', id, news: 'channel', channel }, [channel]);
    } catch {
      // Firefox cannot.
      followChannel(
        channel,
        newsOfChannel(id, (news) => this.#post(news, [])),
      );
    }
  }

  #closed(id: number): void {
    this.#post({ kind: 'peer', id, news: 'closed' }, []);
  }
}
