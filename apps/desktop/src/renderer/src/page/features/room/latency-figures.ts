import type { PlayerQuality } from '@roomtone/sdk';

/** The parts of the latency between another player's hand and the sound here, µs. */
export interface LatencyParts {
  readonly participant: number;
  readonly networkUs: number;
  /** The playout delay, which evens out jitter. */
  readonly playoutDelayUs: number;
  readonly audioUs: number;
  readonly totalUs: number;
  /** The jitter that the playout delay makes up for. */
  readonly jitterUs: number;
}

/**
 * The parts for the player with the highest latency, by the median of the last minute; undefined while nobody has
 * played.
 * @param audioUs from this machine's synth to the ear.
 */
export function highestLatency(players: readonly PlayerQuality[], audioUs: number): LatencyParts | undefined {
  let highest: LatencyParts | undefined;
  for (const { participantId, arrivals } of players) {
    if (arrivals?.latency === undefined || arrivals.transit === undefined) continue;
    // Clocks agree only within a bound, so a transit can look negative.
    const networkUs = Math.max(0, arrivals.transit.p50Us);
    const playoutDelayUs = Math.max(0, arrivals.latency.p50Us - networkUs);
    const totalUs = networkUs + playoutDelayUs + audioUs;
    if (highest === undefined || totalUs > highest.totalUs) {
      highest = {
        participant: participantId,
        networkUs,
        playoutDelayUs,
        audioUs,
        totalUs,
        jitterUs: arrivals.jitterUs,
      };
    }
  }
  return highest;
}

/** A rating of how playing with this latency feels. */
export type Feel = 'close' | 'stage' | 'hall' | 'far';

export function feelOf(totalUs: number): Feel {
  if (totalUs < 12_000) return 'close';
  if (totalUs < 30_000) return 'stage';
  return totalUs < 60_000 ? 'hall' : 'far';
}

/** The distance that sound travels through air in this time, in whole metres. */
export function metresOf(totalUs: number): number {
  return Math.max(1, Math.round((totalUs / 1e6) * 343));
}
