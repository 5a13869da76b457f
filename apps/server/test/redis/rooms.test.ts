import { LeaveReason } from '@roomtone/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { processesTimeoutMs, Site } from '../commands/host.ts';
import { TestPlayer } from '../realtime/test-player.ts';
import { startRedis } from './redis-server.ts';
import { serviceSettings, startProcess } from './services.ts';
import './skip-without.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });
const isLong = process.env['ROOMTONE_TEST_LONG'] === '1';

/** A service of several processes, and players who are connected to them in turn. */
class Service {
  readonly #settings: Readonly<Record<string, string>>;
  readonly processes: Awaited<ReturnType<typeof startProcess>>[] = [];
  readonly #tokens = new Map<string, string>();

  private constructor(settings: Readonly<Record<string, string>>) {
    this.#settings = settings;
  }

  static async start(count: number, over: Readonly<Record<string, string>> = {}): Promise<Service> {
    const service = new Service({ ...(await serviceSettings()), ...over });
    // The first makes the database's tables; the others wait for it.
    await Promise.all(Array.from({ length: count }, () => service.add()));
    return service;
  }

  async add(): Promise<void> {
    this.processes.push(await startProcess(this.#settings));
  }

  site(index: number): Site {
    return new Site(this.processes[index]?.url ?? '');
  }

  async token(name: string): Promise<string> {
    const token = this.#tokens.get(name) ?? (await this.site(0).register(name)).token;
    this.#tokens.set(name, token);
    return token;
  }

  /** Connects a user to a process, with a ticket from there. */
  async user(index: number, name: string): Promise<TestPlayer> {
    const token = await this.token(name);
    const { encrypted_payload: ticket } = await this.site(index).data<{ encrypted_payload: string }>(
      'POST',
      '/api/auth/websocket-ticket',
      {},
      token,
    );
    const url = this.processes[index]?.url.replace('http', 'ws');
    const player = new TestPlayer(`${url}/api/websocket/${ticket}`);
    onTestFinished(() => player.socket.terminate());
    await player.take('welcome');
    return player;
  }

  async room(name: string): Promise<string> {
    const body = { room_name: name };
    return (await this.site(0).data<{ room_id: string }>('POST', '/api/rooms', body, await this.token('ada'))).room_id;
  }
}

/** So many events are played before they are looked at: clients give signs of life in between. */
const block = 100;
const bytes = (message: { body: { data: Uint8Array } }) => [...message.body.data];
/** A program change that carries a number; it always arrives, however many there are (R6.3). */
const numbered = (index: number) => [0xc0 | ((index >> 7) & 0x0f), index & 0x7f];

/** Each player sends numbered events, and hears those of all others in the order in which each was sent. */
async function playInOrder(players: readonly TestPlayer[], each: number): Promise<void> {
  const heard = players.map(() => new Map<number, number>());
  for (let begin = 0; begin < each; begin += block) {
    const end = Math.min(each, begin + block);
    for (let index = begin; index < end; index++) for (const player of players) player.play(numbered(index));
    for (const [listener, player] of players.entries()) {
      for (let count = 0; count < (end - begin) * (players.length - 1); count++) {
        const { sender, body } = await player.take('midiMessage');
        const expected = heard[listener]?.get(sender) ?? 0;
        if (numbered(expected).join() !== body.data.join()) {
          expect([sender, ...body.data], `event ${expected} of ${sender}`).toEqual([sender, ...numbered(expected)]);
        }
        heard[listener]?.set(sender, expected + 1);
      }
    }
    await Promise.all(players.map((player) => player.sync()));
  }
  for (const numbers of heard) expect([...numbers.values()]).toEqual(new Array(players.length - 1).fill(each));
}

test('R20.1, R20.3, R20.5: a room over three processes, of which one is killed', async () => {
  const service = await Service.start(3);
  const roomId = await service.room('Three');
  const names = ['ada', 'bob', 'cam', 'dan', 'eve', 'fay'];
  const players: TestPlayer[] = [];
  for (const [index, name] of names.entries()) {
    const player = await service.user(index % 3, name);
    const { participants } = (await player.join(roomId)).body;
    expect(participants.map(({ username }) => username)).toEqual(names.slice(0, index + 1));
    players.push(player);
  }
  await playInOrder(players, isLong ? 17_000 : 200);
  const details = await service.site(2).data<{ current_users: number }>('GET', `/api/rooms/${roomId}`);
  expect(details.current_users).toBe(6);

  const [ada, bo, cam] = players as [TestPlayer, TestPlayer, TestPlayer];
  bo.play([0x90, 60, 100]);
  for (const listener of [ada, cam]) expect(bytes(await listener.take('midiMessage'))).toEqual([0x90, 60, 100]);
  service.processes[1]?.child.kill('SIGKILL');
  for (const listener of [ada, cam]) {
    expect(bytes(await listener.take('midiMessage')).slice(0, 2)).toEqual([0x80, 60]);
  }
  ada.say('bob?', 3);
  expect((await cam.take('chatMessage')).body.message).toBe('bob?');
  // The same session joins elsewhere: its earlier participant gives way at once.
  const back = await service.user(2, 'bob');
  const { participants } = (await back.join(roomId)).body;
  expect(participants.filter(({ username }) => username === 'bob')).toHaveLength(1);
  for (const listener of [ada, cam]) {
    expect((await listener.take('participantLeft')).body).toMatchObject({
      participant: { username: 'bob' },
      reason: LeaveReason.LOST,
    });
  }
});

test('R20.6: Redis stands still, and is killed and starts again empty, while a room plays', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.remove());
  const service = await Service.start(2, { ROOMTONE_REDIS_URL: redis.url });
  const roomId = await service.room('Two');
  const [ada, dan, bo] = [await service.user(0, 'ada'), await service.user(0, 'dan'), await service.user(1, 'bob')];
  for (const player of [ada, dan, bo]) await player.join(roomId);
  const plays = async (player: TestPlayer, listener: TestPlayer, event: number[]) => {
    player.play(event);
    expect(bytes(await listener.take('midiMessage'))).toEqual(event);
  };
  await plays(bo, ada, [0x90, 60, 100]);
  await dan.take('midiMessage');

  redis.pause();
  await plays(dan, ada, [0x90, 72, 100]);
  expect(bytes(await ada.take('midiMessage')).slice(0, 2), 'what bo holds ends').toEqual([0x80, 60]);
  redis.resume();
  expect(bytes(await ada.take('midiMessage')), 'and sounds again').toEqual([0x90, 60, 100]);

  await redis.kill();
  expect(bytes(await ada.take('midiMessage')).slice(0, 2)).toEqual([0x80, 60]);
  await plays(dan, ada, [0x80, 72, 0]);
  await redis.start();
  expect(bytes(await ada.take('midiMessage'))).toEqual([0x90, 60, 100]);
  await plays(bo, ada, [0x80, 60, 0]);
  const cam = await service.user(1, 'cam');
  expect((await cam.join(roomId)).body.participants.map(({ username }) => username)).toEqual([
    'ada',
    'dan',
    'bob',
    'cam',
  ]);
  for (const player of [ada, dan, bo]) expect(player.count('participantLeft')).toBe(0);
});
