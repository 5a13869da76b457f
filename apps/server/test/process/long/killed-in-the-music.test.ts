import { HeldNotes, type Message } from '@roomtone/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { type RunningServer, startServer } from '../../../../../testing/running-server.ts';
import { TestPlayer } from '../../realtime/test-player.ts';

const playerCount = 4;
const rounds = 12;

interface Player {
  readonly token: string;
  testPlayer: TestPlayer;
}

test('architecture 3, R10.1, R10.5: players whose sockets are cut while they play resume, and everybody can rejoin after the server is killed', async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const players: Player[] = [];
  for (let index = 0; index < playerCount; index++) {
    const token = await register(server, `player-${index}`);
    players.push({ token, testPlayer: await connect(server, token) });
  }
  const [first] = players as [Player, ...Player[]];
  const { room_id: roomId } = await post(server, '/api/rooms', { room_name: 'Jam' }, first.token);
  for (const { testPlayer } of players) await testPlayer.join(roomId);
  const listener = await connect(server);
  await listener.join(roomId);

  const said: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const victim = at(players, round);
    // In every round a key and a pedal stay down.
    for (const { testPlayer } of players) {
      testPlayer.play([0x90, 40 + round, 100], [0xb0, 64, 127]);
      for (let note = 0; note < 50; note++) testPlayer.play([0x90, 70, 100], [0x80, 70, 0]);
    }
    await victim.testPlayer.acknowledge();
    said.push(`round ${round}`);
    at(players, round + 1).testPlayer.say(`round ${round}`);
    const before = victim.testPlayer;
    before.socket.terminate();
    victim.testPlayer = await connect(server, victim.token, before);
    expect(victim.testPlayer.welcome.resumed).toBe(true);
    const snapshot = await untilSnapshot(victim.testPlayer);
    expect(snapshot.body).toMatchObject({ self: (round % playerCount) + 1, participants: { length: playerCount + 1 } });
  }
  for (const player of players) player.testPlayer = await connect(server, player.token, player.testPlayer);
  while (listener.count('chatMessage') < rounds) await listener.take('chatMessage');
  await listener.sync();
  expect(heldAfter(listener.frames, playerCount)).toEqual(new Array(playerCount).fill(0));
  expect(listener.count('participantLeft') + listener.count('error')).toBe(0);

  await server.restart('SIGKILL');
  await listener.closed;
  for (const [index, { token, testPlayer }] of players.entries()) {
    const back = await connect(server, token, testPlayer);
    expect(back.welcome.resumed).toBe(false);
    const { body } = await back.join(roomId);
    expect(body).toMatchObject({ participants: { length: index + 1 }, sounding: [] });
    expect(body.self).toBeGreaterThan(playerCount);
    expect(body.chat.map(({ message }) => message)).toEqual(said);
  }
}, 120_000);

/** The number of keys that each of the first `count` participants holds after these frames. */
function heldAfter(frames: readonly Message[], count: number): number[] {
  const held = Array.from({ length: count }, () => new HeldNotes());
  for (const frame of frames) if (frame.kind === 'midiMessage') held[frame.sender - 1]?.feed(frame.body.data);
  return held.map(({ keysDown }) => keysDown);
}

async function untilSnapshot(testPlayer: TestPlayer): Promise<Message<'roomJoined'>> {
  for (;;) {
    const joined = await testPlayer.take('roomJoined');
    if (joined.sequence === 0) return joined;
  }
}

function at(players: readonly Player[], turn: number): Player {
  const player = players[turn % players.length];
  if (player === undefined) throw new Error('there are no players');
  return player;
}

/** Opens a connection, or resumes the one before. */
async function connect(server: RunningServer, token?: string, before?: TestPlayer): Promise<TestPlayer> {
  const body = before === undefined ? {} : { resume_token: before.welcome.resumeToken };
  const ticket = await post(server, '/api/auth/websocket-ticket', body, token);
  const testPlayer = new TestPlayer(ticket.ws_url, { acknowledged: before?.acknowledged ?? 0 });
  await testPlayer.take('welcome');
  return testPlayer;
}

async function register(server: RunningServer, username: string): Promise<string> {
  const password = 'correct horse';
  const body = { username, email: `${username}@example.org`, password, confirm_password: password };
  return (await post(server, '/api/auth/register', body)).token;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
async function post({ url }: RunningServer, path: string, body: object, token?: string): Promise<any> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!answer.success) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer.data;
}
