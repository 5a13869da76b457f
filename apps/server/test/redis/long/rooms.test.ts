import { expect, onTestFinished, test, vi } from 'vitest';
import { processesTimeoutMs } from '../../commands/host.ts';
import type { TestPlayer } from '../../realtime/test-player.ts';
import { startRedis } from '../redis-server.ts';
import { bytesOf, Service } from '../service-of-rooms.ts';
import '../skip-without.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });

test('R20.6: Redis stands still, and is killed and starts again empty, while a room plays', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.remove());
  const service = await Service.start(2, { ROOMTONE_REDIS_URL: redis.url });
  const roomId = await service.room('Two');
  const [ada, dan, bo] = [await service.user(0, 'ada'), await service.user(0, 'dan'), await service.user(1, 'bob')];
  for (const player of [ada, dan, bo]) await player.join(roomId);
  const plays = async (player: TestPlayer, listener: TestPlayer, event: number[]) => {
    player.play(event);
    expect(bytesOf(await listener.take('midiMessage'))).toEqual(event);
  };
  await plays(bo, ada, [0x90, 60, 100]);
  await dan.take('midiMessage');

  redis.pause();
  await plays(dan, ada, [0x90, 72, 100]);
  expect(bytesOf(await ada.take('midiMessage')).slice(0, 2), 'what bo holds ends').toEqual([0x80, 60]);
  redis.resume();
  expect(bytesOf(await ada.take('midiMessage')), 'and sounds again').toEqual([0x90, 60, 100]);

  await redis.kill();
  expect(bytesOf(await ada.take('midiMessage')).slice(0, 2)).toEqual([0x80, 60]);
  await plays(dan, ada, [0x80, 72, 0]);
  await redis.start();
  expect(bytesOf(await ada.take('midiMessage'))).toEqual([0x90, 60, 100]);
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

test('R20.5: a process stands still for a while, and plays on', async () => {
  const service = await Service.start(2);
  const roomId = await service.room('Two');
  const [ada, bob] = [await service.user(0, 'ada'), await service.user(1, 'bob')];
  for (const player of [ada, bob]) await player.join(roomId);
  bob.play([0x90, 60, 100]);
  expect(bytesOf(await ada.take('midiMessage'))).toEqual([0x90, 60, 100]);
  service.processes[1]?.child.kill('SIGSTOP');
  expect(bytesOf(await ada.take('midiMessage')).slice(0, 2), 'what bob holds ends').toEqual([0x80, 60]);
  service.processes[1]?.child.kill('SIGCONT');
  expect(bytesOf(await ada.take('midiMessage')), 'and sounds again').toEqual([0x90, 60, 100]);
  bob.play([0x80, 60, 0]);
  expect(bytesOf(await ada.take('midiMessage'))).toEqual([0x80, 60, 0]);
  expect(ada.count('participantLeft')).toBe(0);
});
