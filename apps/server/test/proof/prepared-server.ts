import { RoomtoneError, serviceLimits } from '@roomtone/protocol';
import { RoomtoneClient } from '@roomtone/sdk';
import { type Band, formBand } from './band.ts';
import { Ledger } from './ledger.ts';

const password = 'correct horse 7';
const wrongPassword = 'wrong horse 7';
const answerMs = 10_000;

/** A server with two players, bans and mutes, and a session that is not used. */
export interface PreparedServer {
  readonly url: string;
  readonly band: Band;
  readonly idleRoomId: string;
  /** Signed in while the clock is right, and not used again until it is right again. */
  readonly idle: RoomtoneClient;
}

/** Starts a band and bans and mutes other users. */
export async function prepareServer(url: string): Promise<PreparedServer> {
  const band = await formBand(url, new Ledger(), ['ada', 'bob']);
  const [{ moderation }] = band.players;
  const [ada] = band.clients;
  const { roomId: idleRoomId } = await ada.rooms.create({ roomName: 'Idle' });
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

/** Signs in; resolves with the client, or the reason for a failure. */
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

/** Tries to join; resolves with the reason for a refusal, or undefined if it succeeds. */
export async function joinRefusal({ url, band }: PreparedServer, username: string): Promise<unknown> {
  const client = await signedIn(url, username);
  if (typeof client === 'string') return client;
  try {
    (await client.joinRoom(band.roomId, { timeoutMs: answerMs })).close();
    return undefined;
  } catch (error) {
    return error instanceof RoomtoneError ? error.details.reason : error;
  }
}

export async function isMuted({ url, band }: PreparedServer, username: string): Promise<boolean> {
  const client = await signedIn(url, username);
  if (typeof client === 'string') return false;
  const room = await client.joinRoom(band.roomId, { timeoutMs: answerMs });
  try {
    await room.chat('may I?', { timeoutMs: answerMs });
    return false;
  } catch (error) {
    return error instanceof RoomtoneError && error.code === 'AUTHORIZATION_ERROR';
  } finally {
    room.close();
  }
}

export async function failLogins(url: string, username: string): Promise<void> {
  for (let failures = 0; failures < serviceLimits.loginLock.failures; failures++) {
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
