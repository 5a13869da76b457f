/** General MIDI's. */
export const drumChannel = 9;

const channels = 16;

/**
 * Gives the channels of several ports a place among the sixteen that one instrument has: each keeps its own if it is free.
 * Drums share theirs. Where there are more than sixteen, one that has the same program is shared, or else its own.
 */
export class PortChannels {
  readonly #places = new Map<number, number>();
  readonly #programs = new Map<number, number>();
  readonly #taken = new Set<number>();

  /** @param used port × 16 + channel of each channel with events, with its first program, undefined without one. */
  constructor(used: ReadonlyMap<number, number | undefined>) {
    const waiting: number[] = [];
    for (const place of [...used.keys()].sort((a, b) => a - b)) {
      const channel = place % channels;
      if (channel === drumChannel || !this.#taken.has(channel)) this.#take(place, channel, used);
      else waiting.push(place);
    }
    for (const place of waiting) {
      const free = Array.from({ length: channels }, (_, channel) => channel).find(
        (channel) => channel !== drumChannel && !this.#taken.has(channel),
      );
      this.#take(place, free ?? this.#withProgram(used.get(place)) ?? place % channels, used);
    }
  }

  channelOf(port: number, channel: number): number {
    return this.#places.get(port * channels + channel) ?? channel;
  }

  #take(place: number, channel: number, used: ReadonlyMap<number, number | undefined>): void {
    this.#places.set(place, channel);
    if (!this.#taken.has(channel)) this.#programs.set(channel, used.get(place) ?? 0);
    this.#taken.add(channel);
  }

  #withProgram(program: number | undefined): number | undefined {
    return [...this.#programs].find(([channel, other]) => channel !== drumChannel && other === program)?.[0];
  }
}
