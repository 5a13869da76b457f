import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { seededRandom } from '../../../../../packages/sdk/test/random.ts';
import type { TestPlayer } from '../../realtime/test-player.ts';
import { resumeAt, Service } from '../service-of-rooms.ts';
import '../skip-without.ts';

const seed = 20_291;
const rounds = 12;
vi.setConfig({ testTimeout: rounds * 30_000 });

test(`S31.9, R20.5: whoever resumed elsewhere while their process stood still is heard when it goes on (seed ${seed})`, async () => {
  const random = seededRandom(seed);
  const service = await Service.start(2);
  const roomId = await service.room('Two');
  let at = 0;
  let ada = await service.user(at, 'ada');
  await ada.join(roomId);
  const others: TestPlayer[] = [];
  for (const [index, name] of ['bob', 'cam'].entries()) {
    const player = await service.user(index, name);
    await player.join(roomId);
    others.push(player);
  }
  let number = 0;
  for (let round = 0; round < rounds; round++) {
    const stopped = service.processes[at]?.child;
    onTestFinished(() => void stopped?.kill('SIGCONT'));
    await ada.acknowledge();
    // Something is under way when the process is stopped, or not.
    if (random() < 0.5) ada.send({ kind: 'userCommand', body: { setPlayer: { instrument: `Cello ${round}` } } });
    stopped?.kill('SIGSTOP');
    at = 1 - at;
    const before = ada;
    ada = await resumeAt(service.site(at), await service.token('ada'), before);
    await ada.take('roomJoined');
    if (random() < 0.5) ada.send({ kind: 'userCommand', body: { setPlayer: { instrument: `Oboe ${round}` } } });
    await delay(random() * 1_000);
    stopped?.kill('SIGCONT');
    // While the process takes in what it has missed, and after that.
    for (const last of [number + 1, number + 2]) {
      for (; number < last; number++) {
        ada.say(`number ${number}`);
        await delay(random() * 300);
      }
      for (const player of others) {
        const expected = `number ${last - 1}`;
        while ((await player.take('chatMessage')).body.message !== expected);
      }
      if (before.socket.readyState === before.socket.OPEN) expect(await before.closed).toBe(4409);
    }
    // Signs of life, without which their sockets are closed.
    for (const player of others) await player.acknowledge();
    for (const player of others) expect(player.count('participantLeft'), `round ${round}`).toBe(0);
  }
});
