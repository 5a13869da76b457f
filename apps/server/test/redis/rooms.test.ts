import { LeaveReason } from '@roomtone/protocol';
import { expect, test, vi } from 'vitest';
import { isLong } from '../../../../testing/long-runs.ts';
import { processesTimeoutMs } from '../commands/host.ts';
import type { TestPlayer } from '../realtime/test-player.ts';
import { bytesOf, Service } from './service-of-rooms.ts';
import './skip-without.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });

/** So many events are played before they are looked at: clients give signs of life in between. */
const block = 100;
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
  await playInOrder(players, isLong ? 17_000 : 60);
  const details = await service.site(2).data<{ current_users: number }>('GET', `/api/rooms/${roomId}`);
  expect(details.current_users).toBe(6);

  const [ada, bo, cam] = players as [TestPlayer, TestPlayer, TestPlayer];
  bo.play([0x90, 60, 100]);
  for (const listener of [ada, cam]) expect(bytesOf(await listener.take('midiMessage'))).toEqual([0x90, 60, 100]);
  service.processes[1]?.child.kill('SIGKILL');
  for (const listener of [ada, cam]) {
    expect(bytesOf(await listener.take('midiMessage')).slice(0, 2)).toEqual([0x80, 60]);
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
