import { decodeClientFrame, type PeerParameters, readDatagram, writeDatagram } from '@roomtone/protocol';
import type { LoadPeers, Peer, PeerHandlers, PeerReach } from '../src/transport/peer.ts';

export const offer: PeerParameters = {
  iceUfrag: 'client',
  icePwd: 'client-password-of-22+++'.replaceAll('-', '/'),
  fingerprint: new Uint8Array(32).fill(1),
};

export const answer = {
  iceUfrag: 'server',
  icePwd: 'serverPasswordOf22++++',
  fingerprint: new Uint8Array(32).fill(2),
  addresses: ['192.0.2.1'],
  port: 7420,
};

/** A data channel without a network; the test is its other side. */
export class FakePeer implements Peer {
  readonly handlers: PeerHandlers;
  readonly offer: Promise<PeerParameters>;
  readonly sent: Uint8Array[] = [];
  accepted: { readonly answer: PeerParameters; readonly reach: PeerReach } | undefined;
  isClosed = false;
  #number = 0;

  constructor(handlers: PeerHandlers, canOffer: boolean) {
    this.handlers = handlers;
    this.offer = canOffer ? Promise.resolve(offer) : Promise.reject(new Error('this platform has no WebRTC'));
  }

  async accept(accepted: PeerParameters, reach: PeerReach): Promise<void> {
    this.accepted = { answer: accepted, reach };
  }

  send(bytes: Uint8Array): void {
    this.sent.push(bytes);
  }

  close(): void {
    this.isClosed = true;
  }

  /** Delivers a datagram with these frames. @param skip how many datagrams before it were lost. */
  deliver(frames: readonly Uint8Array[], skip = 0): void {
    this.#number += 1 + skip;
    if (!this.isClosed) this.handlers.message(writeDatagram({ number: this.#number, frames }));
  }

  /** The messages in each datagram that the client has sent. */
  get messages() {
    return this.sent.map((bytes) => readDatagram(bytes).frames.map((frame) => decodeClientFrame(frame)));
  }
}

/** Opens fake peers, and keeps them. */
export class FakePeers {
  readonly all: FakePeer[] = [];
  canOffer = true;

  readonly load: LoadPeers = async () => (handlers) => {
    const peer = new FakePeer(handlers, this.canOffer);
    this.all.push(peer);
    return peer;
  };

  get last(): FakePeer {
    const last = this.all.at(-1);
    if (last === undefined) throw new Error('no peer was opened');
    return last;
  }
}
