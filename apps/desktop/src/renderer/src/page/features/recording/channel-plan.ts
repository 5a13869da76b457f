/** Where a track plays in the file. */
export interface Seat {
  /** Sixteen channels belong to a port. */
  readonly port: number;
  /** From the channel that was played to the one in the file. */
  readonly channels: ReadonlyMap<number, number>;
}

const channelsOfPort = 16;
/** General MIDI's percussion, the same for everybody. */
const drums = 9;

/**
 * Gives each track channels of its own, so that any program plays it with its own instrument: those it was played on where
 * they are free, else the next free ones, else those of another port.
 * @param used the channels, from 0, that each track uses.
 */
export function planChannels(used: readonly ReadonlySet<number>[]): Seat[] {
  let port = 0;
  let taken = new Set<number>();
  return used.map((channels) => {
    const melodic = [...channels].filter((channel) => channel !== drums).sort((a, b) => a - b);
    if (melodic.length > channelsOfPort - 1 - taken.size) {
      port++;
      taken = new Set();
    }
    const seat = new Map(channels.has(drums) ? [[drums, drums]] : []);
    const wanting: number[] = [];
    for (const channel of melodic) {
      if (taken.has(channel)) wanting.push(channel);
      else {
        seat.set(channel, channel);
        taken.add(channel);
      }
    }
    let free = 0;
    for (const channel of wanting) {
      while (free === drums || taken.has(free)) free++;
      seat.set(channel, free);
      taken.add(free);
    }
    return { port, channels: seat };
  });
}
