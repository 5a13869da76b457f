import type { PlayerQuality } from '@roomtone/sdk';

/** Where the time goes between another player's hand and one's own ear, µs. */
export interface HeardWay {
  readonly participant: number;
  readonly networkUs: number;
  /** Held back so that uneven arrivals sound even. */
  readonly heldUs: number;
  readonly audioUs: number;
  readonly totalUs: number;
  /** How unevenly notes arrive, which is why some are held. */
  readonly jitterUs: number;
}

/**
 * The way of whoever is heard latest, as half of their notes of the last minute had it; undefined while nobody played.
 * @param audioUs from this machine's synth to the ear.
 */
export function longestWay(players: readonly PlayerQuality[], audioUs: number): HeardWay | undefined {
  let longest: HeardWay | undefined;
  for (const { participant, arrivals } of players) {
    if (arrivals?.latency === undefined || arrivals.transit === undefined) continue;
    // Clocks agree within a bound only: a way may look shorter than nothing.
    const networkUs = Math.max(0, arrivals.transit.p50Us);
    const heldUs = Math.max(0, arrivals.latency.p50Us - networkUs);
    const totalUs = networkUs + heldUs + audioUs;
    if (longest === undefined || totalUs > longest.totalUs) {
      longest = { participant, networkUs, heldUs, audioUs, totalUs, jitterUs: arrivals.jitterUs };
    }
  }
  return longest;
}

/** How it feels to play over such a delay. */
export type Feel = 'close' | 'stage' | 'hall' | 'far';

export function feelOf(totalUs: number): Feel {
  if (totalUs < 12_000) return 'close';
  if (totalUs < 30_000) return 'stage';
  return totalUs < 60_000 ? 'hall' : 'far';
}

/** How far sound comes in that time through air, whole metres. */
export function metresOf(totalUs: number): number {
  return Math.max(1, Math.round((totalUs / 1e6) * 343));
}
