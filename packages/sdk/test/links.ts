// Simulated links between a player, the server and a listener: when each note arrives, in virtual time. All times are µs.

/** One direction of a link. Packets keep their order, and each is lost with the same probability. */
export interface Link {
  readonly delayUs: number;
  /** Added to the delay: evenly distributed up to this. */
  readonly jitterUs: number;
  /** Share of the packets, 0 to 1. */
  readonly loss: number;
}

/** One note's way to the listener. */
export interface Passage {
  readonly startUs: number;
  readonly arrivalUs: number;
}

/** Linux: the smallest retransmission timeout, without the round trip. */
const timeoutUs = 200_000;
/** A message that contains nothing but a heartbeat or its answer. */
const heartbeatUs = 2_000_000;
/** Reading and writing a note on one machine. */
const handlingUs = 350;
/** How long after a datagram the same notes are sent again. */
const repeatUs = 5_000;

/** Notes through the server over two TCP connections, without TLS. */
export function overTcp(startsUs: readonly number[], link: Link, random: () => number): Passage[] {
  const serverUs = tcpArrivals(startsUs, link, random);
  const arrivalsUs = tcpArrivals(serverUs, link, random);
  return startsUs.map((startUs, note) => ({ startUs, arrivalUs: arrivalsUs[note] ?? 0 }));
}

/** Notes through the server as datagrams, each sent twice on both legs; in order of arrival, and without the lost ones. */
export function overDatagrams(startsUs: readonly number[], link: Link, random: () => number): Passage[] {
  const legUs = (sentUs: number) => {
    const copies = [sentUs, sentUs + repeatUs].filter(() => random() >= link.loss);
    return Math.min(...copies.map((copyUs) => copyUs + travelUs(link, random)));
  };
  const passages = startsUs.map((startUs) => ({ startUs, arrivalUs: Math.round(legUs(legUs(startUs))) }));
  const arrived = passages.filter(({ arrivalUs }) => Number.isFinite(arrivalUs));
  return arrived.sort((one, other) => one.arrivalUs - other.arrivalUs);
}

function travelUs(link: Link, random: () => number): number {
  return handlingUs + link.delayUs + random() * link.jitterUs;
}

function tcpArrivals(sentUs: readonly number[], link: Link, random: () => number): number[] {
  const packets = withHeartbeats(sentUs);
  const arrivalsUs = overConnection(
    packets.map(({ atUs }) => atUs),
    link,
    random,
  );
  return arrivalsUs.filter((_, packet) => packets[packet]?.isNote === true);
}

/**
 * When the receiver's program reads each message of a TCP connection, given when each was sent. A message waits for every packet
 * before its own. A lost packet is sent again as soon as a later one is acknowledged (RACK, RFC 8985) or, without one, after the
 * retransmission timeout.
 */
export function overConnection(sentUs: readonly number[], link: Link, random: () => number): number[] {
  const roundTripUs = 2 * (link.delayUs + link.jitterUs / 2);
  let lastUs = 0;
  const firstUs = sentUs.map((atUs) => {
    if (random() < link.loss) return undefined;
    lastUs = Math.max(lastUs, atUs + travelUs(link, random));
    return lastUs;
  });
  const acknowledgedUs = (afterUs: number, from: number) => {
    for (let other = from; other < sentUs.length; other++) {
      const arrivalUs = firstUs[other];
      if (arrivalUs !== undefined && (sentUs[other] ?? 0) > afterUs) return arrivalUs + roundTripUs / 2;
    }
    return Number.POSITIVE_INFINITY;
  };
  let readUs = 0;
  return sentUs.map((atUs, packet) => {
    let triedUs = atUs;
    let waitUs = timeoutUs + roundTripUs;
    let arrivalUs = firstUs[packet];
    while (arrivalUs === undefined) {
      triedUs = Math.min(triedUs + waitUs, acknowledgedUs(triedUs, packet + 1));
      waitUs *= 2;
      if (random() >= link.loss) arrivalUs = triedUs + travelUs(link, random);
    }
    readUs = Math.max(readUs, Math.round(arrivalUs));
    return readUs;
  });
}

function withHeartbeats(sentUs: readonly number[]): { readonly atUs: number; readonly isNote: boolean }[] {
  const packets: { atUs: number; isNote: boolean }[] = [];
  let nextUs = (sentUs[0] ?? 0) + heartbeatUs;
  for (const atUs of sentUs) {
    for (; nextUs < atUs; nextUs += heartbeatUs) packets.push({ atUs: nextUs, isNote: false });
    packets.push({ atUs, isNote: true });
  }
  return packets;
}
