import { expect, test, vi } from 'vitest';
import { logAt, logFrames } from './logging.ts';
import { FakeServer } from './testing/index.ts';

test('a level has what the ones before it have, and no more', () => {
  const to = { debug: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const counts = (['silent', 'error', 'warn', 'debug'] as const).map((level) => {
    const logger = logAt(level, to);
    for (const each of ['error', 'warn', 'debug'] as const) logger[each]('told', level);
    return [to.error, to.warn, to.debug].map(({ mock }) => mock.calls.splice(0).length);
  });
  expect(counts).toEqual([
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [1, 1, 1],
  ]);
  expect(() => logAt('loud' as 'warn', to)).toThrow(TypeError);
});

test('every frame is told with its fields, of open and new connections, without passwords and tokens', async () => {
  const client = new FakeServer().client();
  await client.register({ username: 'ada', password: 'correct horse 7' });
  const told: string[] = [];
  const stop = logFrames(client, {
    debug: (...words) => told.push(words.map((each) => JSON.stringify(each)).join(' ')),
  });
  const room = await client.createRoom({ roomName: 'Loft', password: 'sesame open' });
  await room.chat('Hello');
  room.noteOn(60, 90);
  const all = told.join('\n');
  expect(all).toMatch(/→ createRoomCommand.*"roomName":"Loft".*"password":"\(secret\)"/);
  expect(all).toMatch(/← welcome.*"resumeToken":"\(secret\)"/);
  expect(all).toMatch(/→ chatMessage.*Hello[\s\S]*← chatMessage.*"sequence"/);
  expect(all).toMatch(/→ midiMessage.*"90 3c 5a"/);
  expect(all).not.toMatch(/sesame|resume-/);
  const { length } = told;
  stop();
  await room.chat('Hello again');
  expect(told).toHaveLength(length);
});
