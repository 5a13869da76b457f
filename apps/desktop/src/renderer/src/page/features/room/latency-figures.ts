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
 * The parts of a player's latency, by the median of the last minute; undefined while they have not played.
 * @param audioUs from this machine's synth to the ear.
 */
export function latencyOf(
  { participantId: participant, arrivals }: PlayerQuality,
  audioUs: number,
): LatencyParts | undefined {
  if (arrivals?.latency === undefined || arrivals.transit === undefined) return undefined;
  // Clocks agree only within a bound, so a transit can look negative.
  const networkUs = Math.max(0, arrivals.transit.p50Us);
  const playoutDelayUs = Math.max(0, arrivals.latency.p50Us - networkUs);
  const totalUs = networkUs + playoutDelayUs + audioUs;
  return { participant, networkUs, playoutDelayUs, audioUs, totalUs, jitterUs: arrivals.jitterUs };
}

/** The parts for the player with the highest latency; undefined while nobody has played. */
export function highestLatency(players: readonly PlayerQuality[], audioUs: number): LatencyParts | undefined {
  let highest: LatencyParts | undefined;
  for (const player of players) {
    const parts = latencyOf(player, audioUs);
    if (parts !== undefined && parts.totalUs > (highest?.totalUs ?? -1)) highest = parts;
  }
  return highest;
}

/** The part of a latency to do something about first. */
export function largestPart({ networkUs, playoutDelayUs, audioUs }: LatencyParts): {
  readonly part: 'network' | 'held' | 'audio';
  readonly us: number;
} {
  if (audioUs >= Math.max(networkUs, playoutDelayUs)) return { part: 'audio', us: audioUs };
  return networkUs >= playoutDelayUs ? { part: 'network', us: networkUs } : { part: 'held', us: playoutDelayUs };
}

/** How well people can play together with this latency: good up to 30 ms, fair up to 60 ms, by the figure as shown. */
export function latencyLevel(totalUs: number): 'good' | 'fair' | 'poor' {
  const ms = Math.round(totalUs / 1000);
  if (ms <= 30) return 'good';
  return ms <= 60 ? 'fair' : 'poor';
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
