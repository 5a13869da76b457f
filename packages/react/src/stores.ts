import type { Beat, ChatMessage, Participant, Room } from '@roomtone/sdk';

/** A value that changes now and then, as useSyncExternalStore takes it: the same object until it changes. */
export interface Store<Value> {
  readonly current: () => Value;
  readonly subscribe: (changed: () => void) => () => void;
}

export interface RoomStores {
  readonly participants: Store<readonly Participant[]>;
  readonly chat: Store<readonly ChatMessage[]>;
  readonly beat: Store<Beat | undefined>;
}

/** The longest beat, at 20 bpm. */
const longestBeatUs = 3_000_000;

const known = new WeakMap<Room, RoomStores>();

/** The stores of a room; they follow it from the first call on, whether or not a component shows them. */
export function storesOf(room: Room): RoomStores {
  const stores = known.get(room) ?? {
    participants: participantsOf(room),
    chat: chatOf(room),
    beat: beatOf(room),
  };
  known.set(room, stores);
  return stores;
}

function participantsOf(room: Room): Store<readonly Participant[]> {
  const now = () => [...room.participants.values()];
  const { set, ...store } = storeOf<readonly Participant[]>(now());
  for (const event of ['joined', 'resumed', 'resynced'] as const) room.on(event, () => set(now()));
  for (const event of ['participantJoined', 'participantUpdated', 'participantLeft'] as const) {
    room.on(event, () => set(now()));
  }
  return store;
}

function chatOf(room: Room): Store<readonly ChatMessage[]> {
  // Before the first join there is no snapshot, and nobody in the room.
  const isJoined = room.participants.size > 0;
  const { set, ...store } = storeOf<readonly ChatMessage[]>(isJoined ? room.snapshot.chat : []);
  room.on('joined', ({ chat }) => set(chat));
  room.on('chat', (message) => set([...store.current(), message]));
  room.on('chatDeleted', ({ messageId }) => set(store.current().filter((each) => each.messageId !== messageId)));
  return store;
}

function beatOf(room: Room): Store<Beat | undefined> {
  const { set, ...store } = storeOf<Beat | undefined>(undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    clearTimeout(timer);
    const { transport } = room.time;
    const nowUs = room.serverNowUs();
    const isOver = transport === undefined || (!transport.running && transport.startTimeUs <= nowUs);
    if (isOver || room.state.status === 'closed') {
      set(undefined);
      return;
    }
    const last = room.time.beatsBetween(nowUs - longestBeatUs, nowUs + 1).at(-1);
    if (last?.timeUs !== store.current()?.timeUs) set(last);
    const [next] = room.time.beatsBetween(nowUs + 1, nowUs + longestBeatUs);
    const changesUs = transport.startTimeUs > nowUs ? transport.startTimeUs : Number.POSITIVE_INFINITY;
    const nextUs = Math.min(next?.timeUs ?? nowUs + longestBeatUs, changesUs);
    timer = setTimeout(follow, Math.ceil((nextUs - nowUs) / 1_000));
  };
  let watching = 0;
  let stop: (() => void)[] = [];
  return {
    current: store.current,
    subscribe: (changed) => {
      const unsubscribe = store.subscribe(changed);
      watching++;
      if (watching === 1) {
        stop = (['transport', 'joined', 'state'] as const).map((event) => room.on(event, follow));
        follow();
      }
      return () => {
        unsubscribe();
        watching--;
        if (watching > 0) return;
        clearTimeout(timer);
        for (const each of stop) each();
      };
    },
  };
}

function storeOf<Value>(first: Value): Store<Value> & { readonly set: (value: Value) => void } {
  let value = first;
  const watchers = new Set<() => void>();
  return {
    current: () => value,
    set: (next) => {
      value = next;
      for (const changed of watchers) changed();
    },
    subscribe: (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
  };
}
