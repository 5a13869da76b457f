import { limits, RoomtoneError } from '@roomtone/protocol';
import { RoomtoneClient } from '@roomtone/sdk';
import { type Band, formBand } from './band.ts';
import { Ledger } from './ledger.ts';
import { within } from './wait.ts';

const password = 'correct horse 7';
const wrongPassword = 'wrong horse 7';
const answerMs = 10_000;

/** A server with two who play, and others for whom something holds. */
export interface Stage {
  readonly url: string;
  readonly band: Band;
  readonly idleRoomId: string;
  /** Signed in before the clock is wrong, and not used until it is right again. */
  readonly idle: RoomtoneClient;
}

/** Has some of them banned and muted. */
export async function setUp(url: string): Promise<Stage> {
  const band = await formBand(url, new Ledger(), ['ada', 'bob']);
  const [{ moderation }] = band.players;
  const [ada] = band.clients;
  const { room_id: idleRoomId } = await ada.rooms.create({ room_name: 'Idle' });
  const idOf = async (username: string) => {
    const { userId } = await new RoomtoneClient({ baseUrl: url }).register({ username, password });
    return { userId };
  };
  await moderation.ban(await idOf('banned'));
  await moderation.ban(await idOf('banned-for-a-month'), { seconds: 30 * 24 * 3600 });
  await moderation.mute(await idOf('muted'));
  await idOf('banned-later');
  const idle = new RoomtoneClient({ baseUrl: url });
  await idle.register({ username: 'idle', password });
  return { url, band, idleRoomId, idle };
}

/** Resolves with somebody who has just signed in, or why that failed. */
export async function signedIn(url: string, username: string): Promise<RoomtoneClient | string> {
  const client = new RoomtoneClient({ baseUrl: url });
  try {
    await client.login({ username, password });
    await client.account.profile();
    return client;
  } catch (error) {
    return `${username} cannot sign in: ${error instanceof Error ? error.message : error}`;
  }
}

export async function whyKeptOut({ url, band }: Stage, username: string): Promise<unknown> {
  const client = await signedIn(url, username);
  if (typeof client === 'string') return client;
  const room = client.openRoom({ roomId: band.roomId });
  try {
    await within(answerMs, room.ready);
    return undefined;
  } catch (error) {
    return error instanceof RoomtoneError ? error.details['reason'] : error;
  } finally {
    room.close();
  }
}

export async function isMuted({ url, band }: Stage, username: string): Promise<boolean> {
  const client = await signedIn(url, username);
  if (typeof client === 'string') return false;
  const room = client.openRoom({ roomId: band.roomId });
  try {
    await within(answerMs, room.ready);
    await within(answerMs, room.chat('may I?'));
    return false;
  } catch (error) {
    return error instanceof RoomtoneError && error.code === 'AUTHORIZATION_ERROR';
  } finally {
    room.close();
  }
}

export async function failLogins(url: string, username: string): Promise<void> {
  for (let failures = 0; failures < limits.loginLock.failures; failures++) {
    await new RoomtoneClient({ baseUrl: url }).login({ username, password: wrongPassword }).catch(() => {});
  }
}

export async function isLoginLocked(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'bob', password, remember_me: false }),
  });
  await answer.text();
  return answer.status === 429;
}
