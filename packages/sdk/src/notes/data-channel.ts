import {
  DatagramNeed,
  type DatagramReport,
  decodeServerFrame,
  encodeFrame,
  type Message,
  type Outgoing,
  OutgoingDatagrams,
  OwnStalls,
  peerIssue,
  readDatagram,
} from '@roomtone/protocol';
import type { Timers } from '../environment.ts';
import type { LoadPeers, Peer } from '../transport/peer.ts';
import type { DatagramQuality } from './datagram-figures.ts';

export interface DataChannelDeps {
  readonly timers: Timers;
  /** Undefined if the program wants no datagrams. */
  readonly loadPeers: LoadPeers | undefined;
  send(message: Outgoing<'datagramOffer' | 'datagramReport'>): boolean;
  /** A requestId that no other request uses. */
  nextId(): number;
  /** From this machine's clock to the service clock, µs. */
  serviceUs(localUs: number): number;
  /** The participants whose notes come directly: the server leaves them out of datagrams. */
  direct(): readonly number[];
}

/** The channel of now. */
interface Current {
  readonly peer: Peer;
  readonly offerId: number;
  readonly outgoing: OutgoingDatagrams;
  readonly need: DatagramNeed;
  isOpen: boolean;
  /** The server wants this player's notes in datagrams. */
  isWanted: boolean;
  openedUs: number;
  /** The participants whose notes the server leaves out of datagrams. */
  leftOut: readonly number[];
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
 * The data channel of a room connection: offers it, opens it anew when it fails, writes datagrams and tells the server how they
 * arrive (room rules R17).
 */
export class DataChannel {
  readonly #deps: DataChannelDeps;
  readonly #stalls: OwnStalls;
  readonly #receive: (message: Message<'midiMessage' | 'dataMessage'>, arrivedUs: number) => void;
  #current: Current | undefined;
  /** Datagrams of the channels that have ended. */
  #ended = { received: 0, lost: 0 };
  #isBegun = false;
  #failures = 0;
  #pending: Uint8Array[] = [];
  #repeatTimer: unknown;
  #reportTimer: unknown;
  #openTimer: unknown;

  /** @param receive gets the notes and the data that datagrams bring, as they come; the time is this machine's clock. */
  constructor(
    deps: DataChannelDeps,
    receive: (message: Message<'midiMessage' | 'dataMessage'>, arrivedUs: number) => void,
  ) {
    this.#deps = deps;
    this.#stalls = new OwnStalls(deps.timers);
    this.#receive = receive;
  }

  get figures(): Omit<DatagramQuality, 'repaired'> {
    const current = this.#current;
    const openState = current?.need.isWanted === true ? 'used' : 'ready';
    return {
      state: current?.isOpen === true ? openState : 'none',
      received: this.#ended.received + (current?.need.received ?? 0),
      lost: this.#ended.lost + (current?.need.lost ?? 0),
    };
  }

  /** True while the notes of this participant come by datagrams, too. */
  isUsedFor(sender: number): boolean {
    const current = this.#current;
    return current?.isOpen === true && current.need.isWanted && !current.leftOut.includes(sender);
  }

  /** The participants whose notes come directly are other ones now. */
  directChanged(): void {
    if (this.#current?.isOpen === true && this.#current.need.isWanted) this.#report(this.#current);
  }

  /** Counts from 0 again. */
  reset(): void {
    this.#ended = { received: 0, lost: 0 };
  }

  /** The room is joined: offers a channel, unless there is one. */
  begin(): void {
    if (this.#isBegun) return;
    this.#isBegun = true;
    this.#failures = 0;
    void this.#open();
  }

  /** The room is no longer joined, even temporarily. */
  end(): void {
    this.#isBegun = false;
    this.#close();
  }

  /** Sends a frame in a datagram, if the server wants that. */
  send(frame: Uint8Array): void {
    if (this.#current?.isOpen === true && this.#current.isWanted) this.#add(frame);
  }

  /** Sends a frame by itself and only once; returns false if the server wants no datagrams, or if it is too large for one. */
  sendOnce(frame: Uint8Array): boolean {
    const channel = this.#current;
    if (channel?.isOpen !== true || !channel.isWanted) return false;
    const datagram = channel.outgoing.once(frame);
    if (datagram !== undefined) channel.peer.send(datagram);
    return datagram !== undefined;
  }

  /** The WebSocket has brought notes that the server sent at this time on its clock. @param arrivedUs this machine's clock. */
  fromWebSocket(serverTime: number, arrivedUs: number): void {
    const channel = this.#current;
    if (channel === undefined) return;
    const transitUs = this.#deps.serviceUs(arrivedUs) - serverTime;
    if (channel.need.fromWebSocket(transitUs, arrivedUs)) this.#report(channel);
  }

  /** The server has answered an offer. */
  answered({ requestId, body }: Message<'datagramAnswer'>): void {
    const channel = this.#current;
    if (channel === undefined || channel.offerId !== requestId) return;
    const { iceUfrag, icePwd, fingerprint, addresses, port } = body;
    const answer = { iceUfrag, icePwd, fingerprint: new Uint8Array(fingerprint) };
    if (peerIssue(answer) !== undefined) this.#failed(channel);
    else channel.peer.accept(answer, { addresses, port }).catch(() => this.#failed(channel));
  }

  /** The server has refused a request; returns true if it was an offer. */
  refused(requestId: number): boolean {
    const channel = this.#current;
    if (channel === undefined || channel.offerId !== requestId) return false;
    this.#failed(channel);
    return true;
  }

  /** Takes the server's report about the datagrams that it gets. */
  reported({ wanted, received, lost }: DatagramReport): void {
    if (this.#current === undefined) return;
    this.#current.isWanted = wanted;
    this.#current.outgoing.reported(received, lost);
  }

  async #open(): Promise<void> {
    const { loadPeers, timers } = this.#deps;
    const openPeer = await loadPeers?.().catch(() => undefined);
    if (openPeer === undefined || !this.#isBegun || this.#current !== undefined) return;
    const nowUs = timers.nowUs();
    const peer = openPeer({
      open: () => this.#opened(channel),
      message: (bytes) => this.#received(bytes, channel),
      closed: () => this.#failed(channel),
    });
    const channel: Current = {
      peer,
      offerId: this.#deps.nextId(),
      outgoing: new OutgoingDatagrams(),
      need: new DatagramNeed(nowUs, this.#stalls),
      isOpen: false,
      isWanted: true,
      openedUs: nowUs,
      leftOut: [],
    };
    this.#current = channel;
    this.#openTimer = timers.setTimeout(() => this.#failed(channel), openMs);
    try {
      const body = await peer.offer;
      if (channel === this.#current) this.#deps.send({ kind: 'datagramOffer', body, requestId: channel.offerId });
    } catch {
      this.#failed(channel);
    }
  }

  #opened(channel: Current): void {
    if (channel !== this.#current) return;
    const { timers } = this.#deps;
    timers.clearTimeout(this.#openTimer);
    channel.isOpen = true;
    channel.openedUs = timers.nowUs();
    if (this.#deps.direct().length > 0) this.#report(channel);
    this.#reportLater(channel);
  }

  /** Tries again later: the network may change. */
  #failed(channel: Current): void {
    if (channel !== this.#current) return;
    const { timers } = this.#deps;
    if (channel.isOpen && timers.nowUs() - channel.openedUs >= stableUs) this.#failures = 0;
    this.#close();
    const delayMs = Math.min(retryMs.first * 2 ** this.#failures, retryMs.longest);
    this.#failures++;
    this.#openTimer = timers.setTimeout(() => {
      if (this.#isBegun) void this.#open();
    }, delayMs);
  }

  #close(): void {
    const { timers } = this.#deps;
    for (const timer of [this.#openTimer, this.#reportTimer, this.#repeatTimer]) timers.clearTimeout(timer);
    this.#repeatTimer = undefined;
    this.#pending = [];
    const channel = this.#current;
    if (channel === undefined) return;
    this.#current = undefined;
    this.#ended.received += channel.need.received;
    this.#ended.lost += channel.need.lost;
    channel.peer.close();
  }

  #received(bytes: Uint8Array, channel: Current): void {
    if (channel !== this.#current) return;
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
    else if (message?.kind === 'midiMessage' || message?.kind === 'dataMessage') this.#receive(message, arrivedUs);
  }

  /** Sends frames that are added within one task as one datagram. */
  #add(frame: Uint8Array): void {
    if (this.#pending.length === 0) queueMicrotask(() => this.#flush());
    this.#pending.push(frame);
  }

  #flush(): void {
    const frames = this.#pending;
    this.#pending = [];
    const channel = this.#current;
    if (channel?.isOpen !== true || frames.length === 0) return;
    const datagram = channel.outgoing.write(frames, this.#deps.timers.nowUs());
    if (datagram !== undefined) channel.peer.send(datagram);
    this.#repeatLater(channel);
  }

  #repeatLater(channel: Current): void {
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

  #reportLater(channel: Current): void {
    const { timers } = this.#deps;
    this.#reportTimer = timers.setTimeout(() => {
      const isSettled = channel.need.settle(timers.nowUs());
      if (isSettled || channel.need.isWanted) this.#report(channel);
      this.#reportLater(channel);
    }, reportMs);
  }

  #report(channel: Current): void {
    const { need, isOpen } = channel;
    channel.leftOut = this.#deps.direct();
    const body = { wanted: need.isWanted, received: need.received, lost: need.lost, direct: [...channel.leftOut] };
    const report = { kind: 'datagramReport', body } as const;
    this.#deps.send(report);
    // A stalled WebSocket would bring it too late.
    if (isOpen && need.isWanted) this.#add(encodeFrame(report));
  }
}
