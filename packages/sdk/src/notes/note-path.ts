<<<<<<< HEAD
import {
  DatagramNeed,
  type DatagramReport,
  decodeServerFrame,
  encodeFrame,
  type Message,
  type MidiMessage,
  NoteMerge,
  type Outgoing,
  OutgoingDatagrams,
  OwnStalls,
  type Participant,
  peerIssue,
  readDatagram,
} from '@roomtone/protocol';
import type { Timers } from '../environment.ts';
import type { LoadPeers, Peer } from '../transport/peer.ts';
=======
import { encodeFrame, type Message, type MidiMessage, NoteMerge, type Participant } from '@roomtone/protocol';
import { DataChannel, type DataChannelDeps } from './data-channel.ts';
import type { DatagramFigures } from './datagram-figures.ts';
>>>>>>> 7db9d414106df7b0189fed99f2acbb3180da90f3

/** How a room was joined. */
export interface JoinedHow {
  /** True if the server counts this client's notes from 1 again. */
  readonly isNewConnection: boolean;
  /** Whether the server answers offers. */
  readonly hasDatagrams: boolean;
}

export interface NotePathDeps extends DataChannelDeps {
  /** Sends a frame over the WebSocket; returns false if the room is not joined. */
  sendFrame(frame: Uint8Array): boolean;
  /** Notes to play, once each and in the order of their sender. @param arrivedUs this machine's clock. */
  play(message: Message<'midiMessage'>, arrivedUs: number): void;
}

/**
 * The way of notes between this client and the server: the WebSocket carries all of them, and a data channel beside it
 * brings them sooner when the WebSocket stalls over a lost packet. Nothing waits for the channel (room rules R17).
 */
export class NotePath {
  readonly channel: DataChannel;
  readonly #deps: NotePathDeps;
  readonly #stalls: OwnStalls;
  /** By participant number; exactly one for each participant but this one. */
  readonly #senders = new Map<number, NoteMerge<Message<'midiMessage'>>>();
  #noteNumber = 0;
  #sooner = 0;
  #repaired = 0;
  /** Notes that the server relayed earlier than this are part of the snapshot, service clock µs. */
  #snapshotUs = 0;

  constructor(deps: NotePathDeps) {
    this.#deps = deps;
<<<<<<< HEAD
    this.#stalls = new OwnStalls(deps.timers);
=======
    this.channel = new DataChannel(deps, (message, arrivedUs) => this.#fromDatagram(message, arrivedUs));
>>>>>>> 7db9d414106df7b0189fed99f2acbb3180da90f3
  }

  get figures(): DatagramFigures {
    return { ...this.channel.figures, sooner: this.#sooner, repaired: this.#repaired };
  }

  /** A snapshot was received. */
  joined({ body, serverTime }: Message<'roomJoined'>, { isNewConnection, hasDatagrams }: JoinedHow): void {
    if (isNewConnection) {
      this.#noteNumber = 0;
      this.#sooner = 0;
      this.#repaired = 0;
      this.channel.reset();
    }
    this.#snapshotUs = serverTime;
    this.#senders.clear();
    for (const [index, { number }] of body.participants.entries()) {
      if (number !== body.self) this.#merge(number).startAfter(body.noteNumbers[index] ?? 0);
    }
    if (hasDatagrams) this.channel.begin();
  }

  /** Somebody joined the room. */
  participantJoined({ number }: Participant): void {
    this.#merge(number).startAfter(0);
  }

  participantLeft(number: number): void {
    this.#senders.delete(number);
  }

  /** Sends notes; returns false if the room is not joined. */
  send(body: MidiMessage): boolean {
    const frame = encodeFrame({ kind: 'midiMessage', body, noteNumber: this.#noteNumber + 1 });
    if (!this.#deps.sendFrame(frame)) return false;
    this.#noteNumber++;
    this.channel.send(frame);
    return true;
  }

  /** Takes notes from the WebSocket, and plays them unless a datagram has brought them. @param arrivedUs local clock. */
  fromWebSocket(message: Message<'midiMessage'>, arrivedUs: number): void {
    this.channel.fromWebSocket(message.serverTime, arrivedUs);
    const merge = this.#senders.get(message.sender);
    if (merge === undefined || message.noteNumber === 0) {
      this.#deps.play(message, arrivedUs);
      return;
    }
    if (!merge.fromWebSocket(message.noteNumber, this.channel.isUsed)) return;
    this.#deps.play(message, arrivedUs);
    merge.playNext();
  }

<<<<<<< HEAD
  /** The server has answered an offer. */
  answered({ requestId, body }: Message<'datagramAnswer'>): void {
    const channel = this.#channel;
    if (channel === undefined || channel.offerId !== requestId) return;
    const { iceUfrag, icePwd, fingerprint, addresses, port } = body;
    const answer = { iceUfrag, icePwd, fingerprint: new Uint8Array(fingerprint) };
    if (peerIssue(answer) !== undefined) this.#failed(channel);
    else channel.peer.accept(answer, { addresses, port }).catch(() => this.#failed(channel));
  }

  /** The server has refused a request; returns true if it was an offer. */
  refused(requestId: number): boolean {
    const channel = this.#channel;
    if (channel === undefined || channel.offerId !== requestId) return false;
    this.#failed(channel);
    return true;
  }

  /** Takes the server's report about the datagrams that it gets. */
  reported({ wanted, received, lost }: DatagramReport): void {
    if (this.#channel === undefined) return;
    this.#channel.isWanted = wanted;
    this.#channel.outgoing.reported(received, lost);
  }

  async #open(): Promise<void> {
    const { loadPeers, timers } = this.#deps;
    const openPeer = await loadPeers?.().catch(() => undefined);
    if (openPeer === undefined || !this.#isJoined || this.#channel !== undefined) return;
    const nowUs = timers.nowUs();
    const peer = openPeer({
      open: () => this.#opened(channel),
      message: (bytes) => this.#received(bytes, channel),
      closed: () => this.#failed(channel),
    });
    const channel: Channel = {
      peer,
      offerId: this.#deps.nextId(),
      outgoing: new OutgoingDatagrams(),
      need: new DatagramNeed(nowUs, this.#stalls),
      isOpen: false,
      isWanted: true,
      openedUs: nowUs,
    };
    this.#channel = channel;
    this.#openTimer = timers.setTimeout(() => this.#failed(channel), openMs);
    try {
      const body = await peer.offer;
      if (channel === this.#channel) this.#deps.send({ kind: 'datagramOffer', body, requestId: channel.offerId });
    } catch {
      this.#failed(channel);
    }
  }

  #opened(channel: Channel): void {
    if (channel !== this.#channel) return;
    const { timers } = this.#deps;
    timers.clearTimeout(this.#openTimer);
    channel.isOpen = true;
    channel.openedUs = timers.nowUs();
    this.#reportLater(channel);
  }

  /** Tries again later: the network may change. */
  #failed(channel: Channel): void {
    if (channel !== this.#channel) return;
    const { timers } = this.#deps;
    if (channel.isOpen && timers.nowUs() - channel.openedUs >= stableUs) this.#failures = 0;
    this.#end();
    const delayMs = Math.min(retryMs.first * 2 ** this.#failures, retryMs.longest);
    this.#failures++;
    this.#openTimer = timers.setTimeout(() => {
      if (this.#isJoined) void this.#open();
    }, delayMs);
  }

  #end(): void {
    const { timers } = this.#deps;
    for (const timer of [this.#openTimer, this.#reportTimer, this.#repeatTimer]) timers.clearTimeout(timer);
    this.#repeatTimer = undefined;
    this.#stalls.stop();
    this.#pending = [];
    const channel = this.#channel;
    if (channel === undefined) return;
    this.#channel = undefined;
    this.#ended.received += channel.need.received;
    this.#ended.lost += channel.need.lost;
    channel.peer.close();
  }

  #received(bytes: Uint8Array, channel: Channel): void {
    if (channel !== this.#channel) return;
    const arrivedUs = this.#deps.timers.nowUs();
    try {
      const { number, frames } = readDatagram(bytes);
      channel.need.datagram(number, arrivedUs);
      for (const frame of frames) this.#frame(decodeServerFrame(frame), arrivedUs);
    } catch {
      // Whatever a broken datagram held comes over the WebSocket, too.
    }
  }

  #frame(message: Message | undefined, arrivedUs: number): void {
    if (message?.kind === 'datagramReport') this.reported(message.body);
    if (message?.kind !== 'midiMessage' || message.serverTime < this.#snapshotUs) return;
=======
  #fromDatagram(message: Message<'midiMessage'>, arrivedUs: number): void {
    if (message.serverTime < this.#snapshotUs) return;
>>>>>>> 7db9d414106df7b0189fed99f2acbb3180da90f3
    const merge = this.#senders.get(message.sender);
    if (merge?.fromDatagram(message.noteNumber, message, this.channel.isUsed) !== true) return;
    this.#sooner++;
    this.#deps.play(message, arrivedUs);
    merge.playNext();
  }

  #merge(number: number): NoteMerge<Message<'midiMessage'>> {
    let merge = this.#senders.get(number);
    if (merge === undefined) {
      merge = new NoteMerge(
        (message) => this.#deps.play(message, this.#deps.timers.nowUs()),
        () => this.#repaired++,
      );
      this.#senders.set(number, merge);
    }
    return merge;
  }
}
