import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { HostState } from '../../../../../shared/hosting.ts';
import type { HostingPort } from '../../app/bridge.ts';
import type { Connected } from './connected-rows.tsx';

const refreshMs = 2_000;

/** The state of the server inside the app; undefined until it is known. */
export function useHostState(hosting: HostingPort): HostState | undefined {
  const [state, setState] = useState<HostState>();
  useEffect(() => hosting.watch(setState), [hosting]);
  return state;
}

/** Connected users. One with several connections from the same address is listed once, in the room that one of them is in. */
export function useGuests(hosting: HostingPort): readonly Connected[] {
  const { data = [] } = useQuery({
    queryKey: ['host-guests'],
    queryFn: () => hosting.guests(),
    refetchInterval: refreshMs,
    retry: false,
  });
  const people = new Map<string, Connected>();
  for (const guest of data) {
    const key = `${guest.name} ${guest.address}`;
    if (guest.room !== null || !people.has(key)) people.set(key, { ...guest, key });
  }
  return [...people.values()];
}

/** The server's log, refreshed only while it is on screen. */
export function useLog(hosting: HostingPort, isEnabled: boolean): readonly string[] {
  const { data = [] } = useQuery({
    queryKey: ['host-log'],
    queryFn: () => hosting.log(),
    refetchInterval: refreshMs,
    enabled: isEnabled,
  });
  return data;
}
