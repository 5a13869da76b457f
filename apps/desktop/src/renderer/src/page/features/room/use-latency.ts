import { useAudio } from '../../playing/sound/audio-store.ts';
import { highestLatency, type LatencyParts, latencyOf } from './latency-figures.ts';
import { useTime } from './time-store.ts';

/** The latency of a player, or the highest of all: the one figure that every part of the screen shows. */
export function useLatency(participant: number | 'highest'): LatencyParts | undefined {
  const players = useTime((state) => state.players);
  const audioUs = useAudio((state) => state.latencyMs) * 1000;
  if (participant === 'highest') return highestLatency(players, audioUs);
  const player = players.find((each) => each.participantId === participant);
  return player && latencyOf(player, audioUs);
}
