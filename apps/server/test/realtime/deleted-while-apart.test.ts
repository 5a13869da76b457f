import { afterEach, beforeEach, expect, test } from 'vitest';
import { SeveralStages } from './several-stages.ts';
import type { TestPlayer } from './test-player.ts';

let several: SeveralStages;
beforeEach(async () => {
  several = await SeveralStages.open(2);
});
afterEach(() => several.close());

/** Everything that somebody who comes in is shown: people, chat and loops. */
async function shownTo(newcomer: TestPlayer, joined: unknown): Promise<string> {
  newcomer.send({ kind: 'loopCommand', body: { slot: 0, list: {} }, requestId: 77 });
  const shown: unknown[] = [joined];
  for (;;) {
    const { body, requestId } = await newcomer.take('loopNews');
    shown.push(body);
    if (requestId === 77 && body.listed !== undefined) break;
  }
  return JSON.stringify(shown, (_key, value: unknown) => (value instanceof Uint8Array ? '' : value));
}

const layer = {
  ...{ channel: 9, bankMsb: 0, bankLsb: 0, program: 0, ticks: [0, 240] },
  data: Uint8Array.of(0x99, 36, 100, 0x89, 36, 64),
};
const recording = { name: 'Kick', bars: 2, beatsPerBar: 4, layers: [layer], replace: false, start: { originTime: 0 } };

test.each([
  ['the process where they are', 0],
  ['another one', 1],
])(
  'S4.9, S13.8: the name of an account that is deleted while %s is cut off is gone everywhere afterwards',
  async (_which, cutOff) => {
    const roomId = (await several.stages[0]?.room()) ?? '';
    const zelda = await several.inside(0, 'zelda', roomId);
    const bo = await several.inside(1, 'bo', roomId);
    zelda.say('hello', 1);
    zelda.send({ kind: 'loopCommand', body: { slot: 2, record: recording }, requestId: 2 });
    for (const player of [zelda, bo]) {
      await player.take('chatMessage');
      await player.take('loopNews');
    }
    several.time.advance(2_000);
    await several.settle();
    several.buses[cutOff]?.setUp(false);
    zelda.say('nobody elsewhere has this yet', 3);
    await zelda.take('chatMessage');
    await several.storage.deleteUser('id-of-zelda');
    // A process that knows of nothing may say the name again.
    bo.say('are you there?', 4);
    await bo.take('chatMessage');
    several.buses[cutOff]?.setUp(true);
    for (let second = 0; second < 40; second++) {
      several.time.advance(1_000);
      await several.settle();
    }
    for (const index of [0, 1]) {
      const newcomer = await several.stages[index]?.user(`newcomer-${index}`);
      const { body } = (await newcomer?.join(roomId)) ?? {};
      const shown = await shownTo(newcomer as TestPlayer, body);
      expect(shown).toContain('are you there?');
      expect(shown).toContain('nobody elsewhere has this yet');
      expect(shown).not.toContain('zelda');
    }
    expect(JSON.stringify(await several.storage.loopsOf(roomId))).not.toContain('zelda');
  },
);
