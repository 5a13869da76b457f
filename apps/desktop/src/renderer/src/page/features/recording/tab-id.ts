import { newId } from '../../app/new-id.ts';

const key = 'roomtone.tab';

/** This tab's id, which stays the same after a reload. */
export function tabId(): string {
  const id = sessionStorage.getItem(key) ?? newId();
  sessionStorage.setItem(key, id);
  return id;
}
