// A player, the server and a listener on links that lose packets, in virtual time: when each note arrives. The link and TCP
// are simulated; what is sent in datagrams, and which copy is played, is decided by the real classes. All times are µs.
import { DatagramNeed, NoteMerge, OutgoingDatagrams, readDatagram } from '@roomtone/protocol';
import { type Link, LinkDirection, TcpSender, VirtualTime } from './virtual-network.ts';

/** One note's way to the listener. */
export interface Passage {
  readonly startUs: number;
  readonly arrivalUs: number;
}

/** The notes that a listener hears of each player, in order, and what it cost. */
export interface Heard {
  readonly passages: Passage[][];
  /** IP packets of both legs and both directions, per note, as far as they carry or acknowledge notes. */
  readonly bytesPerNote: number;
}

interface Note {
  readonly player: number;
  /** Counts this player's notes from 1. */
  readonly number: number;
  readonly startUs: number;
}

/** A frame of notes, and what encloses it on the WebSocket. */
const bytes = { frame: 34, webSocket: 4 } as const;
const heartbeatUs = 2_000_000;
const reportUs = 2_000_000;
/** How long the server lets the WebSocket's copies wait on a busy channel that loses datagrams (R17.15). */
const heldBackUs = 7_000;

/** Notes through the server over two TCP connections, without TLS. */
export function overTcp(startsUs: readonly (readonly number[])[], link: Link, random: () => number): Heard {
  return hear(startsUs, link, random, false);
}

/** The same, and by datagrams as well. */
export function overDatagrams(startsUs: readonly (readonly number[])[], link: Link, random: () => number): Heard {
  return hear(startsUs, link, random, true);
}

/** When the receiver's program reads each message of one TCP connection, given when each was sent. */
export function overConnection(sentUs: readonly number[], link: Link, random: () => number): number[] {
  const time = new VirtualTime();
  const arrivalsUs: number[] = [];
  const tcp = new TcpSender<void>(time, new LinkDirection(time, link, random), () => {
    arrivalsUs.push(Math.round(time.nowUs));
  });
  for (const atUs of sentUs) time.at(atUs, () => tcp.send(undefined, bytes.webSocket));
  time.run();
  return arrivalsUs;
}

/** @param startsUs when each player plays. */
function hear(
  startsUs: readonly (readonly number[])[],
  link: Link,
  random: () => number,
  hasDatagrams: boolean,
): Heard {
  const time = new VirtualTime();
  const passages: Passage[][] = startsUs.map(() => []);
  const down = new Leg(time, link, random, hasDatagrams ? heldBackUs : undefined, ({ player, startUs }) => {
    passages[player]?.push({ startUs, arrivalUs: Math.round(time.nowUs) });
  });
  const legs = [down];
  startsUs.forEach((starts, player) => {
    const up = new Leg(time, link, random, hasDatagrams ? 0 : undefined, (note) => down.send(note));
    legs.push(up);
    starts.forEach((startUs, index) => {
      time.at(startUs, () => up.send({ player, number: index + 1, startUs }));
    });
  });
  const endUs = Math.max(...startsUs.map((starts) => starts.at(-1) ?? 0));
  for (const leg of legs) leg.keepAlive(Math.min(...startsUs.map(([first = 0]) => first)), endUs);
  time.run();
  const notes = startsUs.reduce((sum, { length }) => sum + length, 0);
  return { passages, bytesPerNote: legs.reduce((sum, leg) => sum + leg.bytes, 0) / notes };
}

/** From one machine to the next: a WebSocket and, if wanted, a channel of datagrams. */
class Leg {
  readonly #time: VirtualTime;
  readonly #direction: LinkDirection;
  readonly #tcp: TcpSender<readonly Note[]>;
  readonly #heldBackUs: number | undefined;
  readonly #outgoing = new OutgoingDatagrams();
  readonly #need = new DatagramNeed(0, { between: () => 0 });
  readonly #merges = new Map<number, NoteMerge<Note>>();
  readonly #play: (note: Note) => void;
  readonly #notes: Note[] = [];
  #held: Note[] | undefined;
  #turn: Uint8Array[] | undefined;
  #isRepeating = false;

  /** @param heldBackUs how long copies on a busy channel that loses datagrams wait; undefined without datagrams. */
  constructor(
    time: VirtualTime,
    link: Link,
    random: () => number,
    heldBackUs: number | undefined,
    play: (note: Note) => void,
  ) {
    this.#time = time;
    this.#direction = new LinkDirection(time, link, random);
    this.#tcp = new TcpSender(time, this.#direction, (notes) => {
      for (const note of notes) this.#fromWebSocket(note);
    });
    this.#heldBackUs = heldBackUs;
    this.#play = play;
  }

  get bytes(): number {
    return this.#direction.bytes;
  }

  send(note: Note): void {
    this.#notes.push(note);
    this.#write(note);
    if (this.#heldBackUs === undefined) return;
    const frame = new Uint8Array(bytes.frame);
    new DataView(frame.buffer).setUint32(0, this.#notes.length - 1);
    if (this.#turn === undefined) {
      this.#turn = [];
      this.#time.at(this.#time.nowUs, () => this.#endTurn());
    }
    this.#turn.push(frame);
  }

  /** Heartbeats, and reports of the datagrams that arrive; a report takes its way back without loss. */
  keepAlive(fromUs: number, toUs: number): void {
    for (let atUs = fromUs + heartbeatUs; atUs < toUs; atUs += heartbeatUs) {
      this.#time.at(atUs, () => this.#tcp.send([], bytes.webSocket + 12));
    }
    if (this.#heldBackUs === undefined) return;
    for (let atUs = fromUs + reportUs; atUs < toUs; atUs += reportUs) {
      this.#time.at(atUs, () => this.#outgoing.reported(this.#need.received, this.#need.lost));
    }
  }

  #write(note: Note): void {
    if (this.#held !== undefined) {
      this.#held.push(note);
      return;
    }
    const { isBusy, isLossy } = this.#outgoing;
    const longestUs = isBusy && isLossy ? (this.#heldBackUs ?? 0) : 0;
    if (longestUs === 0) {
      this.#tcp.send([note], bytes.frame + bytes.webSocket);
      return;
    }
    this.#held = [note];
    this.#time.at(this.#time.nowUs + longestUs, () => {
      const notes = this.#held ?? [];
      this.#held = undefined;
      this.#tcp.send(notes, notes.length * (bytes.frame + bytes.webSocket));
    });
  }

  #endTurn(): void {
    const frames = this.#turn ?? [];
    this.#turn = undefined;
    this.#datagram(this.#outgoing.write(frames, this.#time.nowUs));
  }

  #datagram(datagram: Uint8Array | undefined): void {
    if (datagram !== undefined) {
      this.#direction.pass('udp', datagram.byteLength, () => this.#arrived(datagram));
    }
    const { dueUs } = this.#outgoing;
    if (dueUs === undefined || this.#isRepeating) return;
    this.#isRepeating = true;
    // Timers count whole ms.
    const inUs = Math.max(0, Math.ceil((dueUs - this.#time.nowUs) / 1_000) * 1_000);
    this.#time.at(this.#time.nowUs + inUs, () => {
      this.#isRepeating = false;
      this.#datagram(this.#outgoing.repeat(this.#time.nowUs));
    });
  }

  #arrived(datagram: Uint8Array): void {
    const { number, frames } = readDatagram(datagram);
    this.#need.datagram(number, this.#time.nowUs);
    for (const frame of frames) {
      const note = this.#notes[new DataView(frame.buffer, frame.byteOffset).getUint32(0)];
      if (note === undefined) continue;
      const merge = this.#merge(note);
      if (!merge.fromDatagram(note.number, note, true)) continue;
      this.#play(note);
      merge.playNext();
    }
  }

  #fromWebSocket(note: Note): void {
    const merge = this.#merge(note);
    if (!merge.fromWebSocket(note.number, true)) return;
    this.#play(note);
    merge.playNext();
  }

  #merge({ player }: Note): NoteMerge<Note> {
    let merge = this.#merges.get(player);
    if (merge === undefined) {
      merge = new NoteMerge(this.#play, () => {});
      this.#merges.set(player, merge);
    }
    return merge;
  }
}
