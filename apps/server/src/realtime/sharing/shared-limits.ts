import type { ChatFlood } from '@roomtone/room';
import type { CommandLimits } from '../../domain/command-limits.ts';
import type { ListenerBytes } from '../../domain/listener-bytes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Connections } from '../connections/connections.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Sharing } from './sharing.ts';

export interface SharedLimitsDeps {
  readonly commandLimits: Pick<CommandLimits, 'onTaken' | 'takenElsewhere'>;
  readonly listenerBytes: Pick<ListenerBytes, 'takeUntold' | 'addElsewhere'>;
  readonly flood: Pick<ChatFlood, 'onTaken' | 'takenElsewhere'>;
  readonly connections: Pick<Connections, 'onCount' | 'count' | 'countKeys' | 'countElsewhere'>;
  readonly clock: Pick<Clock, 'serviceUs'>;
  readonly scheduler: Pick<Scheduler, 'every'>;
}

/** Counts that a process tells the others together. */
interface Used {
  readonly from: string;
  /** Commands: the time that each bucket is put off, µs. */
  readonly taken: readonly (readonly [key: string, us: number])[];
  /** Bytes that listeners got, and the limits that they count in. */
  readonly heard: readonly (readonly [key: string, bytes: number, limit: number])[];
  /** Users who have sent chat messages, once for each. */
  readonly said: readonly string[];
  /** Connections of users and addresses. */
  readonly counts: readonly (readonly [key: string, count: number])[];
}

const channel = 'used';
/** Within this time, somebody at two processes may do twice as much. */
const tellMs = 200;

/**
 * Has limits count what users do at other processes, too (S31.12). Each process decides at once, by what it knows: nothing waits
 * for the others, who hear of it a moment later.
 * @returns stops it.
 */
export function shareLimits(sharing: Sharing | undefined, deps: SharedLimitsDeps): () => void {
  if (sharing === undefined) return () => {};
  const { commandLimits, listenerBytes, flood, connections, clock, scheduler } = deps;
  const { bus, processes } = sharing;
  const taken = new Map<string, number>();
  const said: string[] = [];
  const changed = new Set<string>();
  /** By process. */
  const elsewhere = new Map<string, Map<string, number>>();

  commandLimits.onTaken = (key, us) => taken.set(key, (taken.get(key) ?? 0) + us);
  flood.onTaken = (userId) => said.push(userId);
  connections.onCount = (key) => changed.add(key);
  connections.countElsewhere = (key) => {
    let count = 0;
    for (const counts of elsewhere.values()) count += counts.get(key) ?? 0;
    return count;
  };
  const take = ({ from, ...used }: Used) => {
    const nowUs = clock.serviceUs();
    for (const [key, us] of used.taken) commandLimits.takenElsewhere(key, us, nowUs);
    for (const [key, bytes, limit] of used.heard) listenerBytes.addElsewhere(key, bytes, limit, nowUs);
    for (const userId of used.said) flood.takenElsewhere(userId, nowUs / 1000);
    const counts = elsewhere.get(from) ?? new Map<string, number>();
    elsewhere.set(from, counts);
    for (const [key, count] of used.counts) {
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    }
  };
  const stopHearing = bus.subscribe(channel, (message) => {
    const used = JSON.parse(Buffer.from(message).toString('utf8')) as Used;
    if (used.from !== processes.id) take(used);
  });
  processes.onGone((id) => elsewhere.delete(id));
  const tellAll = () => {
    for (const key of connections.countKeys()) changed.add(key);
  };
  bus.onReconnect(tellAll);
  processes.onArrival(tellAll);
  const stopTelling = scheduler.every(tellMs, () => {
    if (!bus.isReady) return;
    const heard = listenerBytes.takeUntold();
    if (taken.size + said.length + changed.size + heard.length === 0) return;
    const counts = Array.from(changed, (key) => [key, connections.count(key)] as const);
    const used: Used = { from: processes.id, taken: [...taken], heard, said: [...said], counts };
    taken.clear();
    said.length = 0;
    changed.clear();
    bus.publish(channel, Buffer.from(JSON.stringify(used)));
  });
  return () => {
    stopTelling();
    stopHearing();
  };
}
