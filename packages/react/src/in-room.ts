import {
  type Beat,
  type CallOptions,
  type ChatMessage,
  ConnectionError,
  type NoteEvent,
  type Participant,
  type Room,
} from '@roomtone/sdk';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { type Store, storesOf } from './stores.ts';
import { useLatest } from './use-latest.ts';

export interface ChatState {
  /** Oldest first: the last 50 before the join, and everything since; without the deleted ones. */
  readonly messages: readonly ChatMessage[];
  /** Like room.chat(); rejects with a ConnectionError, `notJoined`, while there is no room. The same function for a room. */
  readonly send: (text: string, options?: CallOptions) => Promise<ChatMessage>;
}

const nobody: readonly Participant[] = [];
const nothing: readonly ChatMessage[] = [];

/** The participants, this one included: the same array until somebody joins, leaves or changes. */
export function useParticipants(room: Room | undefined): readonly Participant[] {
  return useStore(room && storesOf(room).participants) ?? nobody;
}

/**
 * The chat. In a room that useRoom() joined it is complete whenever this component mounts; for any other room,
 * messages between the last join and the first use of these hooks are missing.
 */
export function useChat(room: Room | undefined): ChatState {
  const messages = useStore(room && storesOf(room).chat) ?? nothing;
  const send = useCallback(
    async (text: string, options?: CallOptions) => {
      if (room === undefined) throw new ConnectionError('notJoined', 'The room has not been joined yet.');
      return room.chat(text, options);
    },
    [room],
  );
  return { messages, send };
}

/** Calls `onNote` for each key of another participant that goes down or up, as it arrives. It never renders. */
export function useNotes(room: Room | undefined, onNote: (note: NoteEvent) => void): void {
  const latest = useLatest(onNote);
  useEffect(() => room?.on('note', (note) => latest.current(note)), [room, latest]);
}

/** The beat of the room's metronome that has begun last; undefined while it stands. It renders once per beat. */
export function useBeat(room: Room | undefined): Beat | undefined {
  return useStore(room && storesOf(room).beat);
}

const none: Store<undefined> = { current: () => undefined, subscribe: () => () => {} };

function useStore<Value>(store: Store<Value> | undefined): Value | undefined {
  const { subscribe, current } = store ?? none;
  return useSyncExternalStore<Value | undefined>(subscribe, current, current);
}
