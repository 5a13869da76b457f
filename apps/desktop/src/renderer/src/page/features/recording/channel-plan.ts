import { drumChannel } from '../../../contract/instruments.ts';

/** The port and channels of a track in the file. */
export interface TrackChannels {
  /** Each port has sixteen channels. */
  readonly port: number;
  /** From the channel that was played to the channel in the file. */
  readonly channels: ReadonlyMap<number, number>;
}

const channelsOfPort = 16;

/**
 * Gives each track channels of its own, so that any program plays it with its own instrument: the channels it was
 * played on if they are free, otherwise the next free ones, otherwise those of another port.
 * @param used the channels, from 0, that each track uses.
 */
export function planChannels(used: readonly ReadonlySet<number>[]): TrackChannels[] {
  let port = 0;
  let taken = new Set<number>();
  return used.map((channels) => {
    const melodic = [...channels].filter((channel) => channel !== drumChannel).sort((a, b) => a - b);
    if (melodic.length > channelsOfPort - 1 - taken.size) {
      port++;
      taken = new Set();
    }
    const assigned = new Map(channels.has(drumChannel) ? [[drumChannel, drumChannel]] : []);
    const displaced: number[] = [];
    for (const channel of melodic) {
      if (taken.has(channel)) displaced.push(channel);
      else {
        assigned.set(channel, channel);
        taken.add(channel);
      }
    }
    let free = 0;
    for (const channel of displaced) {
      while (free === drumChannel || taken.has(free)) free++;
      assigned.set(channel, free);
      taken.add(free);
    }
    return { port, channels: assigned };
  });
}
