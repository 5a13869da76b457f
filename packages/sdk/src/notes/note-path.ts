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

/** How notes come from the server to a participant. */
export interface DatagramQuality {
  /**
   * `none`: notes travel over the WebSocket alone. `ready`: datagrams can be used, but the way has shown neither loss nor
   * stalls for a while. `used`: notes for this participant arrive by datagrams, too.
   */
  readonly state: 'none' | 'ready' | 'used';
  /** Datagrams since joining that arrived, and that were lost on the way from the server. */
  readonly received: number;
  readonly lost: number;
  /**
   * Messages of notes since joining that the WebSocket brought and no datagram did while datagrams were in use. Each
   * counts once 32 later ones of its sender have come.
   */
  readonly repaired: number;
}

/** The datagrams of a room connection. */
export interface DatagramFigures extends DatagramQuality {
  /** Messages of notes since joining that a datagram brought before the WebSocket did. */
  readonly sooner: number;
}

export interface NotePathDeps {
  readonly timers: Timers;
  /** Undefined if the program wants no datagrams. */
  readonly loadPeers: LoadPeers | undefined;
  /** Sends a frame over the WebSocket; returns false if the room is not joined. */
  sendFrame(frame: Uint8Array): boolean;
  send(message: Outgoing<'datagramOffer' | 'datagramReport'>): boolean;
  /** A requestId that no other request uses. */
  nextId(): number;
  /** From this machine's clock to the service clock, µs. */
  serviceUs(localUs: number): number;
  /** Notes to play, once each and in the order of their sender. @param arrivedUs this machine's clock. */
  play(message: Message<'midiMessage'>, arrivedUs: number): void;
}

interface Channel {
  readonly peer: Peer;
  readonly offerId: number;
  readonly outgoing: OutgoingDatagrams;
  readonly need: DatagramNeed;
  isOpen: boolean;
  /** The server wants this player's notes in datagrams. */
  isWanted: boolean;
  openedUs: number;
}

/** How often the server is told what arrives while datagrams are in use. */
const reportMs = 2_000;
/** How long a channel may take to open. */
const openMs = 10_000;
/** How long to wait after a channel has failed or ended; doubles each time. */
const retryMs = { first: 5_000, longest: 300_000 };
/** A channel that was open for this long counts as one that works. */
const stableUs = 60_000_000;

/**
 * The way of notes between this client and the server: the WebSocket carries all of them, and a data channel beside it
 * brings them sooner when the WebSocket stalls over a lost packet. Nothing waits for the channel (room rules R17).
 */
export class NotePath {
  readonly #deps: NotePathDeps;
  readonly #stalls: OwnStalls;
  /** By participant number; exactly one for each participant but this one. */
  readonly #senders = new Map<number, NoteMerge<Message<'midiMessage'>>>();
  #channel: Channel | undefined;
  #noteNumber = 0;
  #sooner = 0;
  #repaired = 0;
  /** Datagrams of the channels that have ended. */
  #ended = { received: 0, lost: 0 };
  /** Notes that the server relayed earlier than this are part of the snapshot, service clock µs. */
  #snapshotUs = 0;
  #isJoined = false;
  #failures = 0;
  #pending: Uint8Array[] = [];
  #repeatTimer: unknown;
  #reportTimer: unknown;
  #openTimer: unknown;

  constructor(deps: NotePathDeps) {
    this.#deps = deps;
    this.#stalls = new OwnStalls(deps.timers);
  }

  get figures(): DatagramFigures {
    const channel = this.#channel;
    const openState = channel?.need.isWanted === true ? 'used' : 'ready';
    return {
      state: channel?.isOpen === true ? openState : 'none',
      received: this.#ended.received + (channel?.need.received ?? 0),
      lost: this.#ended.lost + (channel?.need.lost ?? 0),
      sooner: this.#sooner,
      repaired: this.#repaired,
    };
  }

  /**
   * A snapshot was received.
   * @param isNewConnection true if the server counts this client's notes from 1 again.
   * @param hasDatagrams whether the server answers offers.
   */
  joined(
    { body, serverTime }: Message<'roomJoined'>,
    { isNewConnection, hasDatagrams }: { readonly isNewConnection: boolean; readonly hasDatagrams: boolean },
  ): void {
    if (isNewConnection) {
      this.#noteNumber = 0;
      this.#sooner = 0;
      this.#repaired = 0;
      this.#ended = { received: 0, lost: 0 };
    }
    this.#snapshotUs = serverTime;
    this.#senders.clear();
    for (const [index, { number }] of body.participants.entries()) {
      if (number !== body.self) this.#merge(number).startAfter(body.noteNumbers[index] ?? 0);
    }
    const wasJoined = this.#isJoined;
    this.#isJoined = true;
    if (wasJoined || !hasDatagrams) return;
    this.#failures = 0;
    void this.#open();
  }

  /** Somebody joined the room. */
  participantJoined({ number }: Participant): void {
    this.#merge(number).startAfter(0);
  }

  participantLeft(number: number): void {
    this.#senders.delete(number);
  }

  /** The room is no longer joined, even temporarily. */
  lost(): void {
    this.#isJoined = false;
    this.#end();
  }

  /** Sends notes; returns false if the room is not joined. */
  send(body: MidiMessage): boolean {
    const frame = encodeFrame({ kind: 'midiMessage', body, noteNumber: this.#noteNumber + 1 });
    if (!this.#deps.sendFrame(frame)) return false;
    this.#noteNumber++;
    if (this.#channel?.isOpen === true && this.#channel.isWanted) this.#add(frame);
    return true;
  }

  /** Takes notes from the WebSocket, and plays them unless a datagram has brought them. @param arrivedUs local clock. */
  fromWebSocket(message: Message<'midiMessage'>, arrivedUs: number): void {
    const channel = this.#channel;
    if (channel !== undefined) {
      const transitUs = this.#deps.serviceUs(arrivedUs) - message.serverTime;
      if (channel.need.fromWebSocket(transitUs, arrivedUs)) this.#report(channel);
    }
    const merge = this.#senders.get(message.sender);
    if (merge === undefined || message.noteNumber === 0) {
      this.#deps.play(message, arrivedUs);
      return;
    }
    if (!merge.fromWebSocket(message.noteNumber, isInUse(channel))) return;
    this.#deps.play(message, arrivedUs);
    merge.playNext();
  }

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
    const merge = this.#senders.get(message.sender);
    if (merge?.fromDatagram(message.noteNumber, message, isInUse(this.#channel)) !== true) return;
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

  /** Sends frames that are added within one task as one datagram. */
  #add(frame: Uint8Array): void {
    if (this.#pending.length === 0) queueMicrotask(() => this.#flush());
    this.#pending.push(frame);
  }

  #flush(): void {
    const frames = this.#pending;
    this.#pending = [];
    const channel = this.#channel;
    if (channel?.isOpen !== true || frames.length === 0) return;
    const datagram = channel.outgoing.write(frames, this.#deps.timers.nowUs());
    if (datagram !== undefined) channel.peer.send(datagram);
    this.#repeatLater(channel);
  }

  #repeatLater(channel: Channel): void {
    const { timers } = this.#deps;
    const { dueUs } = channel.outgoing;
    if (dueUs === undefined || this.#repeatTimer !== undefined) return;
    const inMs = Math.max(0, Math.ceil((dueUs - timers.nowUs()) / 1000));
    this.#repeatTimer = timers.setTimeout(() => {
      this.#repeatTimer = undefined;
      const datagram = channel.outgoing.repeat(timers.nowUs());
      if (datagram !== undefined) channel.peer.send(datagram);
      this.#repeatLater(channel);
    }, inMs);
  }

  #reportLater(channel: Channel): void {
    const { timers } = this.#deps;
    this.#reportTimer = timers.setTimeout(() => {
      const isSettled = channel.need.settle(timers.nowUs());
      if (isSettled || channel.need.isWanted) this.#report(channel);
      this.#reportLater(channel);
    }, reportMs);
  }

  #report({ need, isOpen }: Channel): void {
    const body = { wanted: need.isWanted, received: need.received, lost: need.lost };
    const report = { kind: 'datagramReport', body } as const;
    this.#deps.send(report);
    // A stalled WebSocket would bring it too late.
    if (isOpen && need.isWanted) this.#add(encodeFrame(report));
  }
}

function isInUse(channel: Channel | undefined): boolean {
  return channel?.isOpen === true && channel.need.isWanted;
}
