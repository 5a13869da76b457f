import { create } from 'zustand';
import { recalled, remember } from '../../remembered.ts';
import type { Person } from './messenger.ts';

/** Whom each account has asked from this device, by the account's user id. The server keeps no list that one could read. */
type Asked = Readonly<Record<string, readonly Person[]>>;

const key = 'roomtone.asked';

export const useAsked = create<{ readonly asked: Asked }>()(() => ({ asked: askedIn(recalled(key)) }));

remember(key, useAsked);

export function addAsked(ownerId: string, person: Person): void {
  const others = askedBy(ownerId).filter(({ userId }) => userId !== person.userId);
  set(ownerId, [...others, person]);
}

/** Takes those away that are asked no more. */
export function dropAsked(ownerId: string, userIds: ReadonlySet<string>): void {
  const left = askedBy(ownerId).filter(({ userId }) => !userIds.has(userId));
  if (left.length < askedBy(ownerId).length) set(ownerId, left);
}

function askedBy(ownerId: string): readonly Person[] {
  return useAsked.getState().asked[ownerId] ?? [];
}

function set(ownerId: string, people: readonly Person[]): void {
  useAsked.setState(({ asked }) => ({ asked: { ...asked, [ownerId]: people } }));
}

function askedIn(kept: unknown): Asked {
  const { asked } = (kept ?? {}) as { readonly asked?: unknown };
  if (typeof asked !== 'object' || asked === null) return {};
  const people = Object.entries(asked).map(([ownerId, list]) => [
    ownerId,
    Array.isArray(list) ? list.filter(isPerson) : [],
  ]);
  return Object.fromEntries(people);
}

function isPerson(value: unknown): value is Person {
  const { userId, username } = (value ?? {}) as Partial<Record<keyof Person, unknown>>;
  return typeof userId === 'string' && typeof username === 'string';
}
