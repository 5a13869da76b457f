import { create } from 'zustand';
import { persist, readStored } from '../../stored-state.ts';
import type { Person } from './messenger.ts';

/** The friend requests sent from this device, by the id of the account. The server has no list of them to read. */
type SentRequests = Readonly<Record<string, readonly Person[]>>;

const key = 'roomtone.asked';

export const useSentRequests = create<{ readonly asked: SentRequests }>()(() => ({ asked: restored(readStored(key)) }));

persist(key, useSentRequests);

export function addSentRequest(ownerId: string, person: Person): void {
  const others = requestsBy(ownerId).filter(({ userId }) => userId !== person.userId);
  set(ownerId, [...others, person]);
}

/** Removes requests that are no longer pending. */
export function removeSentRequests(ownerId: string, userIds: ReadonlySet<string>): void {
  const left = requestsBy(ownerId).filter(({ userId }) => !userIds.has(userId));
  if (left.length < requestsBy(ownerId).length) set(ownerId, left);
}

function requestsBy(ownerId: string): readonly Person[] {
  return useSentRequests.getState().asked[ownerId] ?? [];
}

function set(ownerId: string, people: readonly Person[]): void {
  useSentRequests.setState(({ asked }) => ({ asked: { ...asked, [ownerId]: people } }));
}

function restored(kept: unknown): SentRequests {
  const { asked } = (kept ?? {}) as { readonly asked?: unknown };
  if (typeof asked !== 'object' || asked === null) return {};
  const people = Object.entries(asked).map(([ownerId, list]) => [
    ownerId,
    Array.isArray(list) ? list.filter(isPerson) : [],
  ]);
  return Object.fromEntries(people);
}

function isPerson(value: unknown): value is Person {
  const { userId, username, displayName } = (value ?? {}) as Partial<Record<keyof Person, unknown>>;
  return [userId, username, displayName].every((each) => typeof each === 'string');
}
