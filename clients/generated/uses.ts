// A program on each generated client; it has to compile.
import * as hey from './made/hey-api';
import type { paths } from './made/openapi-typescript';
import * as orval from './made/orval';

type Rooms = paths['/api/rooms']['get']['responses'][200]['content']['application/json']['data']['rooms'];

export async function roomNames(): Promise<readonly string[]> {
  const { data } = await hey.listRooms({ query: { limit: 5, has_users: true } });
  const listed = await orval.listRooms({ limit: 5 });
  const rooms: Rooms = data?.data.rooms ?? [];
  const others = listed.status === 200 ? listed.data.data.rooms : [];
  return [...rooms, ...others].map(({ room_name }) => room_name);
}

export async function signIn(username: string, password: string): Promise<string> {
  const answer = await orval.login({ username, password });
  if (answer.status !== 200) throw new Error(answer.data.error.code);
  return answer.data.data.token;
}
