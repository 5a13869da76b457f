import { userRecord } from '../support/records.ts';
import type { Answer, TestApp } from '../support/test-app.ts';

type Calls = Pick<TestApp, 'call' | 'storage'>;

/** Creates a room; resolves with its details view. */
export async function makeRoom(app: Calls, token: string, over: object = {}) {
  const { status, body, text } = await app.call('POST', '/api/rooms', { token, body: { room_name: 'Jam', ...over } });
  if (status !== 201) throw new Error(`making a room answered ${status}: ${text}`);
  return body.data;
}

export function updateRoom(app: Calls, token: string | undefined, roomId: string, body: unknown): Promise<Answer> {
  return app.call('PUT', `/api/rooms/${roomId}`, { token, body });
}

export function deleteRoom(app: Calls, token: string | undefined, roomId: string): Promise<Answer> {
  return app.call('DELETE', `/api/rooms/${roomId}`, { token });
}

/** Signs in a new user with these roles, which only a host can give. */
export async function signInAs(app: Calls, username: string, roles: readonly string[]): Promise<string> {
  await app.storage.createUser(userRecord(username, { roles, passwordHash: 'hash of correct horse' }));
  const body = { username, password: 'correct horse' };
  return (await app.call('POST', '/api/auth/login', { body })).body.data.token;
}

/** Status, code and details of a refusal. */
export function refusal({ status, body }: Answer): unknown {
  return [status, body.error?.code, body.error?.details];
}
