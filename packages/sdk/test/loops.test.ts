import type { Loop, Loops } from '@roomtone/sdk/extras';
import { loopsOf, loopTicks, segmentAt, tickTimeUs } from '@roomtone/sdk/extras';
import { expect, test } from 'vitest';
import { onServer } from './on-server.ts';

const server = onServer();

const drums = { channel: 9, bankMsb: 0, bankLsb: 0, program: 0 };
const events = [
  { tick: 240, data: Uint8Array.of(0x89, 36, 64) },
  { tick: 0, data: Uint8Array.of(0x99, 36, 100) },
];
const kick = { name: 'Kick', bars: 2, beatsPerBar: 4, layers: [{ ...drums, events }] };

/** Resolves when a slot is as asked. */
async function until(
  loops: Loops,
  slot: number,
  holds: (loop: Loop | undefined) => boolean,
): Promise<Loop | undefined> {
  while (!holds(loops.all.get(slot))) await loops.waitFor('changed');
  return loops.all.get(slot);
}

test('R21.1, R21.3, R21.5, R21.7: three clients have the same loop, and its first notes at the same times, also one who comes late', async () => {
  const ada = await server.open(await server.signUp(), { create: { roomName: 'Loops' } });
  const { roomId } = ada.info;
  const bea = await server.open(await server.signUp(), { roomId });
  const [byAda, byBea] = [loopsOf(ada), loopsOf(bea)];
  expect(loopsOf(ada)).toBe(byAda);
  await Promise.all([byAda.ready, byBea.ready]);
  await byBea.record(0, { ...kick, start: {} });
  const heard = await until(byAda, 0, (loop) => loop !== undefined);
  expect(heard).toEqual(byBea.all.get(0));
  expect(heard).toMatchObject({
    slot: 0,
    name: 'Kick',
    userId: bea.self.userId,
    username: bea.self.username,
    muted: false,
  });
  const { startTimeUs = 0, running } = ada.time.transport ?? {};
  expect([running, heard?.plan[0]?.startTimeUs]).toEqual([true, startTimeUs]);

  const cleo = await server.open(await server.signUp(), { roomId });
  const late = loopsOf(cleo);
  await late.ready;
  expect(late.all).toEqual(byAda.all);
  const times = [byAda, byBea, late].map((loops) => {
    const { content, plan = [] } = loops.all.get(0) ?? {};
    const segment = segmentAt(plan, startTimeUs);
    if (segment === undefined || content?.kind !== 'recorded') throw new Error('does not play');
    return [0, 1, 2].flatMap((round) =>
      (content.layers[0]?.events ?? []).map(({ tick }) => tickTimeUs(segment, round * loopTicks(content) + tick)),
    );
  });
  const inBar = [0, 250_000];
  expect(times[0]).toEqual([0, 1, 2].flatMap((round) => inBar.map((us) => startTimeUs + round * 4_000_000 + us)));
  expect(times[1]).toEqual(times[0]);
  expect(times[2]).toEqual(times[0]);

  await expect(late.remove(0)).rejects.toMatchObject({
    code: 'AUTHORIZATION_ERROR',
    details: { reason: 'loop_owner' },
  });
  await late.set(0, { muted: true });
  await late.stop(0);
  await byAda.remove(0);
  await until(late, 0, (loop) => loop === undefined);
});

test('R22.2, R22.6: two people fill one pattern at the same time', async () => {
  const ada = await server.open(await server.signUp(), { create: { roomName: 'Steps' } });
  const bea = await server.open(await server.signUp(), { roomId: ada.info.roomId });
  const [byAda, byBea] = [loopsOf(ada), loopsOf(bea)];
  await Promise.all([byAda.ready, byBea.ready]);
  const patterns = [{ steps: 4, lanes: [[100, 0, 0, 0]] }];
  await byAda.makePatterns(7, { ...drums, name: 'Groove', stepsPerBeat: 4, swing: 50, keys: [36], patterns });
  await until(byBea, 7, (loop) => loop !== undefined);
  await Promise.all([
    ...[0, 1, 2, 3].map((step) => byAda.setSteps(7, 0, [{ key: 42, step, velocity: 40 + step }])),
    ...[0, 1, 2, 3].map((step) => byBea.setSteps(7, 0, [{ key: 36, step, velocity: 60 + step }])),
  ]);
  await byAda.changePatterns(7, { swing: 60, lengths: [{ pattern: 1, steps: 8 }] });
  await byBea.choosePattern(7, 1);
  const both = await until(byAda, 7, (loop) => loop?.plan.at(-1)?.pattern === 1);
  expect(both?.content).toMatchObject({ kind: 'patterns', swing: 60, keys: expect.arrayContaining([36, 42]) });
  if (both?.content.kind !== 'patterns') return;
  const [first] = both.content.patterns;
  expect(both.content.keys.map((key, lane) => [key, first?.lanes[lane]]).sort()).toEqual([
    [36, [60, 61, 62, 63]],
    [42, [40, 41, 42, 43]],
  ]);
  expect(byBea.all.get(7)).toEqual(both);
});
