import { describe, expect, it } from 'vitest';
import { planChannels } from './channel-plan.ts';

const plan = (...used: number[][]) =>
  planChannels(used.map((channels) => new Set(channels))).map(({ port, channels }) => [
    port,
    Object.fromEntries(channels),
  ]);

describe('channels of a file', () => {
  it('stay as played where no other track uses them', () => {
    expect(plan([0], [1, 2])).toEqual([
      [0, { 0: 0 }],
      [0, { 1: 1, 2: 2 }],
    ]);
  });

  it('move to free ones, skipping the percussion channel', () => {
    expect(plan(...Array.from({ length: 10 }, () => [0])).map(([, channels]) => channels)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 10].map((channel) => ({ 0: channel })),
    );
  });

  it('keep percussion on the channel where every program expects it', () => {
    expect(plan([0, 9], [9])).toEqual([
      [0, { 0: 0, 9: 9 }],
      [0, { 9: 9 }],
    ]);
  });

  it("move to another port when a player's channels no longer fit", () => {
    const all = Array.from({ length: 16 }, (_, channel) => channel);
    const same = Object.fromEntries(all.map((channel) => [channel, channel]));
    expect(plan([0], all, [3])).toEqual([
      [0, { 0: 0 }],
      [1, same],
      [2, { 3: 3 }],
    ]);
  });
});
