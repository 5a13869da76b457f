import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { type Flow, flowBetween, type MetricsReading, readMetrics } from './metrics.ts';

const refreshMs = 5_000;

/** The server's health, refreshed slowly while it is on screen. */
export function useHealth() {
  const { client } = useParts();
  return useQuery({
    queryKey: ['health'],
    queryFn: () => client.call('health', null),
    refetchInterval: refreshMs,
    retry: false,
  });
}

/** The number of public rooms. */
export function useRoomCount() {
  const { client } = useParts();
  return useQuery({
    queryKey: ['room-count'],
    queryFn: async () => (await client.api.rooms.list({ limit: 1 })).pagination.total,
    refetchInterval: refreshMs * 2,
  });
}

/** Rates of rooms and notes; null if the server does not publish its metrics. */
export function useMetrics(): Flow | null | undefined {
  const { bridge } = useParts();
  const before = useRef<MetricsReading>(undefined);
  const { data } = useQuery({
    queryKey: ['metrics'],
    queryFn: async () => {
      const answer = await fetch(new URL('/metrics', bridge.baseUrl)).catch(() => undefined);
      if (answer?.ok !== true) return null;
      const now = readMetrics(await answer.text(), performance.now());
      const flow = flowBetween(before.current, now);
      before.current = now;
      return flow;
    },
    refetchInterval: refreshMs,
    retry: false,
  });
  return data;
}
