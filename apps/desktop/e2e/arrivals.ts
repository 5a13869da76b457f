import type { Page } from '@playwright/test';
import { MemoryTokenStore, type NewRoom, RoomtoneClient } from '@roomtone/sdk';
import { expectInside } from './stories.ts';

// A page takes seconds to sign somebody up and to make a room. Tests about something else let a program do that; the way by the
// screens is walked in first-note.spec.ts, people-first.spec.ts and lobby.spec.ts.

/** Opens an address with a new account. */
export async function arrive(page: Page, url: string, name: string): Promise<void> {
  await signUpFor(page, new URL(url).origin, name);
  await page.goto(url);
}

/** Opens a new room of a new account; resolves with the room's link. */
export async function arriveInNewRoom(page: Page, serverUrl: string, name: string, room: NewRoom): Promise<string> {
  const { origin } = new URL(serverUrl);
  const client = await signUpFor(page, origin, name);
  const { roomId } = await client.rooms.create(room);
  const link = `${origin}/rooms/${roomId}`;
  await page.goto(link);
  await expectInside(page, room.roomName);
  return link;
}

/** The page has the sign-in from then on: the program's is good until its first token expires. */
async function signUpFor(page: Page, origin: string, name: string): Promise<RoomtoneClient> {
  const tokenStore = new MemoryTokenStore();
  const client = new RoomtoneClient({ baseUrl: origin, tokenStore });
  await client.register({ username: name, email: `${name}@example.org`, password: crypto.randomUUID() });
  const tokens = await tokenStore.load();
  // Any page of the origin can store it; this one has no script.
  await page.goto(`${origin}/health`);
  await page.evaluate((value) => localStorage.setItem('roomtone.tokens', value), JSON.stringify(tokens));
  return client;
}
