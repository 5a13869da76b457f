// A network in virtual time: nothing but the seed decides what happens. All times are µs.

/** One direction of a link. Packets keep their order. */
export interface Link {
  readonly delayUs: number;
  /** Added to the delay: evenly distributed up to this. */
  readonly jitterUs: number;
  /** Share of the packets that are lost, 0 to 1. */
  readonly loss: number;
  /** How many packets are lost in a row; 1 unless given. */
  readonly burst?: number;
}

interface Due {
  readonly atUs: number;
  /** Among those at the same time, the one added first comes first. */
  readonly order: number;
  readonly run: () => void;
}

/** Calls what is due, in order. */
export class VirtualTime {
  nowUs = 0;
  /** A binary heap. */
  readonly #due: Due[] = [];
  #order = 0;

  at(atUs: number, run: () => void): void {
    const due = this.#due;
    const added = { atUs, order: this.#order++, run };
    let at = due.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = due[parent];
      if (above === undefined || isBefore(above, added)) break;
      due[at] = above;
      at = parent;
    }
    due[at] = added;
  }

  run(): void {
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      this.nowUs = next.atUs;
      next.run();
    }
  }

  #take(): Due | undefined {
    const due = this.#due;
    const [first] = due;
    const last = due.pop();
    if (last === undefined || due.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      let below = due[child];
      const right = due[child + 1];
      if (below !== undefined && right !== undefined && isBefore(right, below)) {
        below = right;
        child++;
      }
      if (below === undefined || isBefore(last, below)) break;
      due[at] = below;
      at = child;
    }
    due[at] = last;
    return first;
  }
}

function isBefore(one: Due, other: Due): boolean {
  return one.atUs < other.atUs || (one.atUs === other.atUs && one.order < other.order);
}

/** IP, and what encloses a message of each kind; the acknowledgement by the other side, if it comes by itself. */
const packets = {
  // IP and TCP with time stamps.
  tcp: { head: 52, acknowledgement: 52 },
  // IP, UDP, DTLS, SCTP and its chunk; SCTP acknowledges every second packet.
  udp: { head: 28 + 37 + 12 + 16, acknowledgement: (28 + 37 + 12 + 16) / 2 },
} as const;
/** Reading and writing a note on one machine. */
const handlingUs = 350;

/** One direction of a link: packets of all connections keep their order, and some are lost. */
export class LinkDirection {
  /** Of packets and their acknowledgements. */
  bytes = 0;
  readonly roundTripUs: number;
  readonly #time: VirtualTime;
  readonly #link: Link;
  readonly #random: () => number;
  #lastUs = 0;
  /** How many of the next packets are lost, too. */
  #losing = 0;

  constructor(time: VirtualTime, link: Link, random: () => number) {
    this.#time = time;
    this.#link = link;
    this.#random = random;
    this.roundTripUs = 2 * (link.delayUs + link.jitterUs / 2);
  }

  /** Sends a packet, and calls `arrive` unless it is lost. */
  pass(kind: keyof typeof packets, length: number, arrive: () => void): void {
    const { delayUs, jitterUs, loss, burst = 1 } = this.#link;
    const { head, acknowledgement } = packets[kind];
    const random = this.#random();
    this.bytes += head + length + acknowledgement;
    if (this.#losing === 0 && random < loss / burst) this.#losing = burst;
    if (this.#losing > 0) {
      this.#losing--;
      return;
    }
    this.#lastUs = Math.max(this.#lastUs, this.#time.nowUs + handlingUs + delayUs + this.#random() * jitterUs);
    this.#time.at(this.#lastUs, arrive);
  }
}

/** Linux: the smallest retransmission timeout, without the round trip. */
const timeoutUs = 200_000;

interface Segment<Content> {
  readonly content: Content;
  readonly length: number;
  /** How often it was sent, and when last. */
  tries: number;
  triedUs: number;
  hasArrived: boolean;
}

/**
 * TCP without delays of its own. The receiver reads in order, so that a message waits for every packet before its own. A
 * lost packet is sent again when a later one was acknowledged, as Linux does without reordering, or else after the
 * retransmission timeout.
 */
export class TcpSender<Content> {
  readonly #time: VirtualTime;
  readonly #direction: LinkDirection;
  readonly #read: (content: Content) => void;
  /** Those that have not been read. */
  #segments: Segment<Content>[] = [];

  constructor(time: VirtualTime, direction: LinkDirection, read: (content: Content) => void) {
    this.#time = time;
    this.#direction = direction;
    this.#read = read;
  }

  send(content: Content, length: number): void {
    const segment = { content, length, tries: 0, triedUs: 0, hasArrived: false };
    this.#segments.push(segment);
    this.#transmit(segment);
  }

  #transmit(segment: Segment<Content>): void {
    const triedUs = this.#time.nowUs;
    segment.triedUs = triedUs;
    const tries = ++segment.tries;
    this.#direction.pass('tcp', segment.length, () => {
      if (!segment.hasArrived) this.#arrived(segment, triedUs);
    });
    const waitUs = (timeoutUs + this.#direction.roundTripUs) * 2 ** (tries - 1);
    this.#time.at(triedUs + waitUs, () => {
      if (!segment.hasArrived && segment.tries === tries) this.#transmit(segment);
    });
  }

  #arrived(segment: Segment<Content>, triedUs: number): void {
    segment.hasArrived = true;
    this.#time.at(this.#time.nowUs + this.#direction.roundTripUs / 2, () => {
      for (const other of this.#segments) if (!other.hasArrived && other.triedUs < triedUs) this.#transmit(other);
    });
    while (this.#segments[0]?.hasArrived === true) {
      const [first] = this.#segments.splice(0, 1);
      if (first !== undefined) this.#read(first.content);
    }
  }
}
