import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Guest, HostState } from '../../../../../shared/hosting.ts';
import type { HostingPort } from '../../app/bridge.ts';

const refreshMs = 2_000;

/** How the server inside the app is; undefined before that is known. */
export function useHostState(hosting: HostingPort): HostState | undefined {
  const [state, setState] = useState<HostState>();
  useEffect(() => hosting.watch(setState), [hosting]);
  return state;
}

/** Who is connected: whoever has several connections is there once, in the room that one of them is in. */
export function useGuests(hosting: HostingPort): readonly Guest[] {
  const { data = [] } = useQuery({
    queryKey: ['host-guests'],
    queryFn: () => hosting.guests(),
    refetchInterval: refreshMs,
    retry: false,
  });
  const people = new Map<string, Guest>();
  for (const guest of data) if (guest.room !== null || !people.has(guest.name)) people.set(guest.name, guest);
  return [...people.values()];
}

/** What the server has written, while somebody reads it. */
export function useLog(hosting: HostingPort, isRead: boolean): readonly string[] {
  const { data = [] } = useQuery({
    queryKey: ['host-log'],
    queryFn: () => hosting.log(),
    refetchInterval: refreshMs,
    enabled: isRead,
  });
  return data;
}
