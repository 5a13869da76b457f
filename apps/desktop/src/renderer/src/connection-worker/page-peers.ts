import type { LoadPeers, Peer, PeerHandlers, PeerParameters } from '@roomtone/sdk';
import type { DirectDescription, DirectPeer, DirectPeerOptions, LoadDirectPeers } from '@roomtone/sdk/direct';
import { followChannel, sendOn } from '@roomtone/sdk/web-rtc';
import { newsOfChannel, type PeerNews, type PeerRequest } from '../contract/peer-messages.ts';

interface OpenPeer {
  readonly handlers: PeerHandlers;
  readonly offered: (offer: PeerParameters) => void;
  readonly described: (side: DirectDescription) => void;
  /** Undefined until it is transferred, and where it cannot be. */
  channel?: RTCDataChannel;
}

/** The data channels that the page opens for this worker, which has no WebRTC of its own. */
export class PagePeers {
  readonly #post: (request: PeerRequest) => void;
  readonly #peers = new Map<number, OpenPeer>();
  #lastId = 0;

  constructor(post: (request: PeerRequest) => void) {
    this.#post = post;
  }

  readonly load: LoadPeers = async () => (handlers) => this.#open(handlers);
  readonly loadDirect: LoadDirectPeers = async () => (options, handlers) => this.#openDirect(options, handlers);

  /** Takes a message from the page. */
  receive(message: PeerNews): void {
    const peer = this.#peers.get(message.id);
    // The channel may have been closed here in the meantime.
    if (peer === undefined) return;
    switch (message.news) {
      case 'channel':
        peer.channel = message.channel;
        followChannel(
          message.channel,
          newsOfChannel(message.id, (news) => this.receive(news)),
        );
        break;
      case 'offer':
        peer.offered(message.offer);
        break;
      case 'side':
        peer.described(message.side);
        break;
      case 'open':
        peer.handlers.open();
        break;
      case 'message':
        peer.handlers.message(message.bytes);
        break;
      case 'closed':
        this.#close(message.id);
        peer.handlers.closed();
        break;
    }
  }

  #open(handlers: PeerHandlers): Peer {
    const { promise: offer, resolve: offered } = Promise.withResolvers<PeerParameters>();
    const { id, send, close } = this.#add({ handlers, offered, described: () => {} });
    this.#post({ kind: 'peer', id, act: 'open' });
    const accept: Peer['accept'] = async (answer, reach) =>
      this.#post({ kind: 'peer', id, act: 'accept', answer, reach });
    return { offer, accept, send, close };
  }

  #openDirect(options: DirectPeerOptions, handlers: PeerHandlers): DirectPeer {
    const { promise: description, resolve: described } = Promise.withResolvers<DirectDescription>();
    const { id, send, close } = this.#add({ handlers, offered: () => {}, described });
    this.#post({ kind: 'peer', id, act: 'open-direct', options });
    const accept: DirectPeer['accept'] = async (answer) =>
      this.#post({ kind: 'peer', id, act: 'accept-direct', answer });
    return { description, accept, send, close };
  }

  #add(peer: OpenPeer) {
    this.#lastId++;
    const id = this.#lastId;
    this.#peers.set(id, peer);
    const send = (bytes: Uint8Array) => {
      if (peer.channel !== undefined) sendOn(peer.channel, bytes);
      else if (this.#peers.has(id)) this.#post({ kind: 'peer', id, act: 'send', bytes });
    };
    return { id, send, close: () => this.#close(id) };
  }

  #close(id: number): void {
    if (this.#peers.delete(id)) this.#post({ kind: 'peer', id, act: 'close' });
  }
}
