import type { Peer, PeerHandlers } from '@roomtone/sdk';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PeerRequest } from '../contract/peer-messages.ts';
import { PagePeers } from './page-peers.ts';

let requests: PeerRequest[];
let happened: string[];
let peers: PagePeers;
const handlers: PeerHandlers = {
  open: () => happened.push('open'),
  message: (bytes) => happened.push(`message ${bytes.join(' ')}`),
  closed: () => happened.push('closed'),
};

async function open(): Promise<Peer> {
  const openPeer = await peers.load();
  if (openPeer === undefined) throw new Error('no peers');
  return openPeer(handlers);
}

beforeEach(() => {
  requests = [];
  happened = [];
  peers = new PagePeers((request) => requests.push(request));
});

describe('a data channel that the page keeps', () => {
  it('is opened there, brings datagrams from there and sends them there', async () => {
    const peer = await open();
    const offer = { iceUfrag: 'abcd', icePwd: 'a'.repeat(22), fingerprint: new Uint8Array(32) };
    peers.receive({ kind: 'peer', id: 1, news: 'offer', offer });
    expect(await peer.offer).toBe(offer);
    await peer.accept(offer, { addresses: ['192.0.2.1'], port: 7420 });
    peers.receive({ kind: 'peer', id: 1, news: 'open' });
    peers.receive({ kind: 'peer', id: 1, news: 'message', bytes: Uint8Array.of(1, 2) });
    peer.send(Uint8Array.of(3));
    expect(happened).toEqual(['open', 'message 1 2']);
    expect(requests.map(({ act }) => act)).toEqual(['open', 'accept', 'send']);
  });

  it('is over once: no handler is called and nothing is sent after that', async () => {
    const peer = await open();
    peers.receive({ kind: 'peer', id: 1, news: 'closed' });
    peers.receive({ kind: 'peer', id: 1, news: 'closed' });
    peer.send(Uint8Array.of(3));
    peer.close();
    expect(happened).toEqual(['closed']);
    expect(requests.map(({ act }) => act)).toEqual(['open', 'close']);
  });

  it('that was closed here is not the next one', async () => {
    (await open()).close();
    await open();
    peers.receive({ kind: 'peer', id: 1, news: 'open' });
    expect(happened).toEqual([]);
    peers.receive({ kind: 'peer', id: 2, news: 'open' });
    expect(happened).toEqual(['open']);
  });
});
