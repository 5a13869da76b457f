import { type LoopCommand, type LoopLayer, TurnAction } from '@roomtone/protocol';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SeveralStages } from './several-stages.ts';
import { Stage } from './stage.ts';

const kick: LoopLayer = {
  ...{ channel: 9, bankMsb: 0, bankLsb: 0, program: 0, ticks: [0, 240] },
  data: Uint8Array.of(0x99, 36, 100, 0x89, 36, 64),
};

function put(slot: number, name = `Loop ${slot}`): LoopCommand {
  return { slot, record: { name, bars: 1, beatsPerBar: 4, layers: [kick], replace: false } };
}

/** Somebody who asks over REST. */
function asking(name: string) {
  const userId = `id-of-${name}`;
  return { userId, personId: userId, username: name, roles: ['member'], address: '192.0.2.1' };
}

test('S35.5: loops of a room that nobody is in are stored, and start with the metronome for those who come', async () => {
  const before = await Stage.open();
  const roomId = await before.room();
  const { fromOutside } = before.realtime;
  await fromOutside.useLoops(asking('olga'), roomId, [put(2)]);
  const { transport, bySlot } = await fromOutside.useLoops(asking('olga'), roomId, [
    { slot: 2, set: { volume: 40 } },
    { slot: 2, start: { originTime: 0 } },
  ]);
  expect([transport.running, bySlot.get(2)?.plan[0]?.playing]).toEqual([true, true]);
  const ada = await before.user('ada');
  expect((await ada.join(roomId)).body.transport).toEqual(transport);
  await before.close();
  const stage = await Stage.open({ storage: before.storage });
  onTestFinished(() => stage.close());
  const { bySlot: kept } = await stage.realtime.fromOutside.loops(asking('olga'), roomId);
  expect(kept.get(2)).toMatchObject({ username: 'olga', name: 'Loop 2', volume: 40, plan: [] });
});

test('S35.5, R21.8: a room that nobody is in has its latest loops, stored or not, and their count only grows', async () => {
  const stage = await Stage.open();
  onTestFinished(() => stage.close());
  const roomId = await stage.room();
  const { fromOutside } = stage.realtime;
  const olga = asking('olga');
  const store = async () => {
    const storing = vi.spyOn(stage.storage, 'setLoops');
    stage.time.advance(10_000);
    await vi.waitFor(() => expect(storing).toHaveBeenCalled());
    await Promise.all(storing.mock.results.map(({ value }) => value));
    storing.mockRestore();
  };
  await fromOutside.useLoops(olga, roomId, [put(0), put(1), { slot: 0, start: { originTime: 0 } }]);
  await store();
  // Removed, while storage still has it.
  expect((await fromOutside.useLoops(olga, roomId, [{ slot: 0, remove: {} }])).revision).toBe(4);
  expect([...(await fromOutside.loops(olga, roomId)).bySlot.keys()]).toEqual([1]);
  await store();
  expect((await fromOutside.useLoops(olga, roomId, [{ slot: 1, set: { volume: 40 } }])).revision).toBe(5);
  // Stored while the state before is being read.
  const read = stage.storage.loopsOf.bind(stage.storage);
  vi.spyOn(stage.storage, 'loopsOf').mockImplementationOnce(async (id) => {
    const stored = await read(id);
    await store();
    return stored;
  });
  const { revision, bySlot } = await fromOutside.loops(olga, roomId);
  expect([revision, bySlot.get(1)?.volume]).toEqual([5, 40]);
});

test('S35.2, S35.3, R20.4: requests at all processes change the loops of one room, and none is lost', async () => {
  const several = await SeveralStages.open(2);
  onTestFinished(() => several.close());
  const [here, there] = several.stages as [Stage, Stage];
  const roomId = await here.room();
  const ada = await several.inside(1, 'ada', roomId);
  await several.settle();
  const [first, second] = [here.realtime.fromOutside, there.realtime.fromOutside];
  await Promise.all([
    first.useLoops(asking('olga'), roomId, [put(0)]),
    second.useLoops(asking('olga'), roomId, [put(1)]),
    first.useLoops(asking('ada'), roomId, [put(2)]),
    second.useLoops(asking('ada'), roomId, [put(3)]),
  ]);
  await several.settle();
  const heard = [];
  for (let count = 0; count < 4; count++) heard.push(await ada.take('loopNews'));
  const revisions = heard.map(({ body }) => body.revision);
  expect(revisions).toEqual([1, 2, 3, 4]);
  expect(heard.map(({ sender }) => sender).sort()).toEqual([0, 0, 1, 1]);
  for (const each of [first, second]) {
    const { bySlot } = await each.loops(asking('ada'), roomId);
    expect([...bySlot.values()].map(({ slot, username }) => [slot, username]).sort()).toEqual([
      [0, 'olga'],
      [1, 'olga'],
      [2, 'ada'],
      [3, 'ada'],
    ]);
  }
});

test('S36.2, R23.9: a turn is taken at another process than the one that the player is connected to', async () => {
  const several = await SeveralStages.open(2);
  onTestFinished(() => several.close());
  const [here] = several.stages as [Stage, Stage];
  const roomId = await here.room({ settings: { mayPlay: 'turns' } });
  const ada = await several.inside(1, 'ada', roomId);
  await ada.take('turns');
  await several.settle();
  const command = { action: TurnAction.TAKE, participant: 0, position: 0 };
  const { playing } = await here.realtime.fromOutside.useTurns(asking('ada'), roomId, command);
  expect(playing).toEqual([{ number: 1, userId: 'id-of-ada', username: 'ada', displayName: 'ada', lastedMs: 0 }]);
  await several.settle();
  expect((await ada.take('turns')).body.playing).toEqual([1]);
});
