import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { RecordingDatabase } from './recording-database.ts';
import type { Take, TakeChunk } from './take.ts';

let count = 0;
let database: RecordingDatabase;

beforeEach(() => {
  database = new RecordingDatabase(`test ${++count}`);
});

const place = { id: 'AbC', name: 'Thursday trio' };

function aTake(id: string, fields: Partial<Take> = {}): Take {
  const players = [{ name: 'Mara', instrument: '' }];
  return {
    id,
    kind: 'kept',
    name: id,
    place,
    tabId: 'tab',
    startUs: 0,
    endUs: 0,
    eventCount: 0,
    players,
    tempos: [],
    ...fields,
  };
}

function aChunk(second: number, player = 0): TakeChunk {
  return {
    startUs: second * 1e6,
    endUs: (second + 1) * 1e6,
    opening: [[player, Uint8Array.of(0xc0, second)]],
    timesUs: Float64Array.of(second * 1e6 + 5),
    players: Uint16Array.of(player),
    data: Uint8Array.of(0x90, 60 + second, 90),
  };
}

async function fill(take: Take, ...seconds: number[]): Promise<void> {
  for (const [at, second] of seconds.entries()) {
    await database.add({
      takes: [{ take: { ...take, endUs: (second + 1) * 1e6 }, isNew: at === 0 }],
      chunk: aChunk(second),
    });
  }
}

const notesOf = async (id: string) => (await database.chunks(id)).map(({ data }) => data[1]);

describe('the recording database', () => {
  it('stores takes in chunks that a later page can read', async () => {
    await fill(aTake('a'), 1, 2);
    await fill(aTake('b'), 5);
    const next = new RecordingDatabase(`test ${count}`);
    expect(await next.takes()).toMatchObject([
      { id: 'b', startUs: 5e6, eventCount: 1 },
      { id: 'a', startUs: 1e6, endUs: 3e6, eventCount: 2 },
    ]);
    expect(await next.chunks('a')).toMatchObject([aChunk(1), aChunk(2)]);
  });

  it('cuts off old chunks, and deletes a take when none is left', async () => {
    await fill(aTake('a', { kind: 'rolling' }), 1, 2, 3);
    await database.cut('a', 3.5e6);
    expect(await database.takes()).toMatchObject([{ startUs: 3e6, eventCount: 1 }]);
    expect(await notesOf('a')).toEqual([63]);
    await database.cut('a', 9e6);
    expect(await database.takes()).toEqual([]);
    await database.add({ takes: [{ take: aTake('a', { kind: 'rolling' }), isNew: false }], chunk: aChunk(7) });
    expect(await notesOf('a'), 'it goes on').toEqual([67]);
  });

  it('merges takes from a given time on into one, listing each player once', async () => {
    const [mara, teo] = [
      { name: 'Mara', instrument: '' },
      { name: 'Teo', instrument: '' },
    ];
    await fill(aTake('a', { kind: 'rolling', players: [mara] }), 1, 2);
    const after = aTake('b', { kind: 'rolling', players: [teo, mara], endUs: 10e6 });
    await database.add({ takes: [{ take: after, isNew: true }], chunk: aChunk(9, 1) });
    const kept = await database.keep(['a', 'b'], 2.5e6, { id: 'c', name: 'Evening' });
    expect(kept).toMatchObject({ kind: 'kept', name: 'Evening', startUs: 2e6, endUs: 10e6, eventCount: 2 });
    expect(kept?.players).toEqual([mara, teo]);
    expect(await notesOf('c')).toEqual([62, 69]);
    expect((await database.chunks('c')).map(({ players, opening }) => [players[0], opening[0]?.[0]])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(await database.keep(['a', 'b'], 99e6, { id: 'd', name: 'Nothing' })).toBeUndefined();
  });

  it('renames a take while it is being recorded', async () => {
    await fill(aTake('a'), 1);
    await database.rename('a', 'The slow one');
    await database.add({ takes: [{ take: aTake('a'), isNew: false }], chunk: aChunk(2) });
    expect(await database.takes()).toMatchObject([{ name: 'The slow one', eventCount: 2 }]);
  });

  it('deletes a take completely; one that is still being recorded elsewhere stays deleted', async () => {
    await fill(aTake('a'), 1, 2);
    await database.delete('a');
    await database.add({ takes: [{ take: aTake('a'), isNew: false }], chunk: aChunk(3) });
    expect(await database.takes()).toEqual([]);
    expect(await database.chunks('a')).toEqual([]);
  });
});
