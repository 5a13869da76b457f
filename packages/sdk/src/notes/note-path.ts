import {
  encodeFrame,
  type Message,
  type MidiMessage,
  NoteMerge,
  type Outgoing,
  type Participant,
} from '@roomtone/protocol';
import type { DirectFigures } from '../direct/direct-figures.ts';
import { DataChannel, type DataChannelDeps } from './data-channel.ts';
import type { DatagramFigures } from './datagram-figures.ts';

/** How a room was joined. */
export interface JoinedHow {
  /** True if the server counts this client's notes from 1 again. */
  readonly isNewConnection: boolean;
  /** True if the server answers offers. */
  readonly hasDatagrams: boolean;
}

/** The direct channels to the others, which `@roomtone/sdk/direct` adds. */
export interface DirectSide {
  /** Takes the frame of a message of notes that the WebSocket was given. */
  send(frame: Uint8Array): void;
  /** Takes a message of notes that the WebSocket has brought. @param arrivedUs this machine's clock. */
  fromServer(message: Message<'midiMessage'>, arrivedUs: number): void;
  /** The participants whose notes come directly. */
  readonly carried: readonly number[];
  /** True if this player's notes reach everybody else directly. */
  readonly reachesAll: boolean;
  /** The direct path from a participant to this one; undefined for those who are not in the room. */
  figures(participantId: number): DirectFigures | undefined;
}

export interface NotePathDeps extends Omit<DataChannelDeps, 'direct'> {
  /** Sends a frame over the WebSocket; returns false if the room is not joined. */
  sendFrame(frame: Uint8Array): boolean;
  /** Data that a datagram has brought. */
  takeData(message: Message<'dataMessage'>): void;
  /** Notes to play, once each and in the order of their sender. @param arrivedUs this machine's clock. */
  play(message: Message<'midiMessage'>, arrivedUs: number): void;
}

/**
 * The way of notes between this client and the server: the WebSocket carries all of them, and a data channel beside it
 * brings them sooner when the WebSocket stalls over a lost packet. Nothing waits for the channel (room rules R17).
 */
export class NotePath {
  readonly channel: DataChannel;
  direct: DirectSide | undefined;
  readonly #deps: NotePathDeps;
  /** By participant number; exactly one for each participant but this one. */
  readonly #senders = new Map<number, NoteMerge<Message<'midiMessage'>>>();
  #noteNumber = 0;
  #sooner = 0;
  #repaired = 0;
  /** Notes that the server relayed earlier than this are part of the snapshot, service clock µs. */
  #snapshotUs = 0;

  constructor(deps: NotePathDeps) {
    this.#deps = deps;
    const channelDeps = { ...deps, direct: () => this.direct?.carried ?? [] };
    this.channel = new DataChannel(channelDeps, (message, arrivedUs) => {
      if (message.kind === 'midiMessage') this.#fromDatagram(message, arrivedUs);
      else deps.takeData(message);
    });
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
    if (this.direct?.reachesAll !== true) this.channel.send(frame);
    this.direct?.send(frame);
    return true;
  }

  /** Sends data in a datagram, if the server wants some, and otherwise over the WebSocket; returns false if the room is not joined. */
  sendLossy(message: Outgoing<'dataMessage'>): boolean {
    const frame = encodeFrame(message);
    return this.channel.sendOnce(frame) || this.#deps.sendFrame(frame);
  }

  /** Takes notes from the WebSocket, and plays them unless a datagram has brought them. @param arrivedUs local clock. */
  fromWebSocket(message: Message<'midiMessage'>, arrivedUs: number): void {
    this.channel.fromWebSocket(message.serverTime, arrivedUs);
    this.direct?.fromServer(message, arrivedUs);
    const merge = this.#senders.get(message.sender);
    if (merge === undefined || message.noteNumber === 0) {
      this.#deps.play(message, arrivedUs);
      return;
    }
    if (!merge.fromWebSocket(message.noteNumber, this.channel.isUsedFor(message.sender))) return;
    this.#deps.play(message, arrivedUs);
    merge.playNext();
  }

  /** Takes notes that have come from their sender directly, and plays them in their order. @param arrivedUs local clock. */
  fromDirect(message: Message<'midiMessage'>, arrivedUs: number): void {
    const merge = this.#senders.get(message.sender);
    if (merge?.fromDatagram(message.noteNumber, message, false) !== true) return;
    this.#deps.play(message, arrivedUs);
    merge.playNext();
  }

  /** The number of the last message of a sender that was played; 0 if there is none. */
  lastOf(sender: number): number {
    return this.#senders.get(sender)?.last ?? 0;
  }

  /** Drops what waits of a sender, and plays what ends notes of theirs that should not have sounded. */
  takeBack(sender: number, releases: MidiMessage): void {
    const merge = this.#senders.get(sender);
    merge?.startAfter(merge.last);
    if (releases.offsets.length === 0) return;
    const envelope = { requestId: 0, sender, serverTime: 0, sequence: 0, noteNumber: 0 };
    this.#deps.play({ ...envelope, kind: 'midiMessage', body: releases }, this.#deps.timers.nowUs());
  }

  #fromDatagram(message: Message<'midiMessage'>, arrivedUs: number): void {
    if (message.serverTime < this.#snapshotUs) return;
    const merge = this.#senders.get(message.sender);
    if (merge?.fromDatagram(message.noteNumber, message, this.channel.isUsedFor(message.sender)) !== true) return;
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
