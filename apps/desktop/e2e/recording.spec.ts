import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { RoomtoneClient } from '@roomtone/sdk';
import { arrive, arriveInNewRoom } from './arrivals.ts';
import { exportAs, exported, nameOf, notesOf } from './exported-recording.ts';
import { outsidePlayer } from './outside-player.ts';
import { expectInside, expectLit, watchLit } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

/** How many chunks this browser has stored. */
const written = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('roomtone.takes');
        opening.onsuccess = () => {
          const counting = opening.result.transaction('chunks').objectStore('chunks').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

test('a room is recorded with one track per player, and the file contains what was played', async ({
  server,
  testPlayer,
}) => {
  const mara = await testPlayer();
  const maraName = newName('mara');
  const link = await arriveInNewRoom(mara, server.url, maraName, { roomName: 'Recorded evening' });
  const teo = await outsidePlayer(link, 'teo');
  await teo.room.setPlayer({ instrument: 'Upright bass' });
  await expect(mara.getByRole('list', { name: 'Players' })).toContainText('Upright bass');

  const isRecording = () => [...teo.room.participants.values()].some(({ recording }) => recording);
  expect(isRecording()).toBe(false);
  await mara.getByRole('button', { name: 'Record', exact: true }).click();
  await expect.poll(isRecording, 'the others see that somebody records').toBe(true);
  await expect(mara.getByRole('list', { name: 'Players' })).toContainText('recording');
  await mara.keyboard.down('KeyA');
  await expectLit(mara, [60]);
  await mara.keyboard.up('KeyA');
  // Steps without a common divisor, so that only their exact times can reproduce them.
  const steps = [0, 123_456, 234_567, 401_239];
  const startUs = teo.room.serverNowUs();
  teo.room.send(
    [36, 43, 36, 43].map((key, index) => ({
      timeUs: startUs + (steps[index] ?? 0),
      data: Uint8Array.of(index < 2 ? 0x90 : 0x80, key, 80),
    })),
  );
  // Held, so that the test can wait for it; its end is the end of the recording.
  teo.room.send(Uint8Array.of(0x90, 48, 80));
  await expectLit(mara, [48]);
  await mara.getByRole('button', { name: 'Stop recording' }).click();
  await expect(mara.getByText(/^Saved: Recorded evening/)).toBeVisible();
  await expect.poll(isRecording).toBe(false);
  await teo.room.setPlayer({ recording: true });
  await expect(mara.getByRole('list', { name: 'Players' }).getByText('recording')).toHaveCount(1);
  await expect(mara.getByText(/teo.* is recording\./i).first()).toBeVisible();
  await mara.getByRole('button', { name: 'Recordings' }).click();
  const take = mara.getByRole('list', { name: 'Recordings' }).getByRole('listitem');
  await expect(take).toContainText('Recorded evening · Take 1');
  await expect(take).toContainText(`${maraName} and ${teo.name}`);
  await mara.screenshot({ path: `${artifacts}/recordings-dark.png` });
  const drawn = () =>
    take.locator('.take-roll').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      return data.some((value) => value !== 0);
    });
  await expect.poll(drawn, 'the small piano roll').toBe(true);
  const wav = await readFile(await (await exportAs(mara, /^WAV/)).path());
  expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
  const opus = await readFile(await (await exportAs(mara, /^Opus/)).path());
  expect([opus.toString('latin1', 0, 4), opus.includes('OpusHead')]).toEqual(['OggS', true]);
  expect(opus.length).toBeLessThan(wav.length / 3);
  const samples = new Int16Array(wav.buffer, wav.byteOffset + 44, (wav.length - 44) / 2);
  expect(samples.length / 2 / 48_000, 'seconds').toBeGreaterThan(0.9);
  expect(samples.some((sample) => Math.abs(sample) > 500)).toBe(true);

  const tracks = await exported(mara);
  expect(tracks.map(nameOf)).toEqual([undefined, maraName, teo.name]);
  const [tempo, own, others] = tracks;
  expect(tempo?.map(({ type }) => type)).toEqual(['setTempo', 'endOfTrack']);
  expect(tempo).toContainEqual(expect.objectContaining({ microsecondsPerBeat: 500_000 }));
  expect(notesOf(own ?? []).map(({ on, key }) => [on, key])).toEqual([
    [true, 60],
    [false, 60],
  ]);
  expect(others).toContainEqual(expect.objectContaining({ type: 'instrumentName', text: 'Upright bass' }));
  expect(others).toContainEqual(expect.objectContaining({ type: 'programChange', programNumber: 32 }));
  const bass = notesOf(others ?? []);
  expect(bass.map(({ on, key }) => [on, key])).toEqual([
    [true, 36],
    [true, 43],
    [false, 36],
    [false, 43],
    [true, 48],
    [false, 48],
  ]);
  // A file has 960 ticks in a quarter, as the programs that read it do.
  const tickUs = Math.ceil(500_000 / 960);
  for (const [index, { us }] of bass.slice(0, 4).entries()) {
    expect(Math.abs(us - (bass[0]?.us ?? 0) - (steps[index] ?? 0)), `step ${index}`).toBeLessThanOrEqual(tickUs);
  }
  await teo.leave();
});

test('the last minutes can be saved although nobody started a recording, even those before a reload', async ({
  server,
  testPlayer,
}) => {
  const mara = await testPlayer({ viewport: { width: 1024, height: 700 }, colorScheme: 'light' });
  await arriveInNewRoom(mara, server.url, newName('mara'), { roomName: 'Unasked' });
  await mara.keyboard.press('KeyA', { delay: 60 });
  await expect.poll(() => written(mara)).toBe(1);
  await mara.reload();
  await expect(mara.getByRole('heading', { name: 'Unasked' })).toBeVisible();
  await mara.keyboard.press('KeyD', { delay: 60 });
  await mara.getByRole('region', { name: 'Last 10 minutes' }).getByRole('button', { name: 'Save' }).click();
  await expect(mara.getByText(/^Saved: Unasked/)).toBeVisible();
  await mara.screenshot({ path: `${artifacts}/last-minutes-light.png` });
  await mara.getByRole('button', { name: 'Recordings' }).click();
  const [, own] = await exported(mara);
  expect(notesOf(own ?? []).map(({ on, key }) => [on, key])).toEqual([
    [true, 60],
    [false, 60],
    [true, 64],
    [false, 64],
  ]);
});

test(
  'what was played before a crash is there, and can be named, played again and deleted',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const mara = await testPlayer();
    await mara.goto(`${server.url}/practice`);
    await mara.getByRole('button', { name: 'Record', exact: true }).click();
    await mara.keyboard.down('KeyA');
    await expectLit(mara, [60]);
    // One chunk each for the rolling ten minutes and the recording; the next ones make the first note a second long.
    await expect.poll(() => written(mara)).toBe(2);
    await mara.keyboard.down('KeyD');
    await expect.poll(() => written(mara)).toBe(4);
    const next = await mara.context().newPage();
    const crash = await mara.context().newCDPSession(mara);
    const crashed = mara.waitForEvent('crash');
    crash.send('Page.crash').catch(() => {});
    await crashed;

    await next.goto(`${server.url}/practice`);
    await next.getByRole('button', { name: 'Recordings' }).click();
    const recordings = next.getByRole('list', { name: 'Recordings' }).getByRole('listitem');
    await expect(recordings).toHaveCount(1);
    await expect(next.getByRole('list', { name: 'Not saved yet' }).getByRole('listitem')).toHaveCount(1);
    await recordings.getByRole('button', { name: /^Rename/ }).click();
    await next.getByRole('textbox', { name: 'Name' }).fill('The slow one');
    await next.getByRole('textbox', { name: 'Name' }).press('Enter');
    const lit = await watchLit(next);
    await next.getByRole('button', { name: 'Play The slow one' }).click();
    await expect(next.getByRole('region', { name: 'Playback' })).toContainText('The slow one');
    await expect.poll(lit).toContain(60);
    await expectLit(next, []);
    await next.getByRole('button', { name: 'Recordings' }).click();
    await recordings.getByRole('button', { name: 'Delete The slow one' }).click();
    await recordings.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(recordings).toHaveCount(0);
    await next.reload();
    await next.getByRole('button', { name: 'Recordings' }).click();
    await expect(next.getByText('No recordings yet.')).toBeVisible();
  },
);

test('a recording keeps the tempo and bars of its room', longRunsOnly, async ({ server, testPlayer }) => {
  const mara = await testPlayer();
  await arrive(mara, server.url, newName('mara'));
  const keeper = new RoomtoneClient({ baseUrl: server.url });
  const name = newName('keeper');
  await keeper.register({ username: name, email: `${name}@example.org`, password: crypto.randomUUID() });
  const room = await keeper.createRoom({ roomName: 'Waltz' });
  const { roomId } = room.info;
  await mara.goto(`${server.url}/rooms/${encodeURIComponent(roomId)}`);
  await expectInside(mara, 'Waltz');
  await room.time.setTransport({ bpm: 90, beatsPerBar: 3 });
  await mara.getByRole('button', { name: 'Record', exact: true }).click();
  room.noteOn(60, 90);
  await expectLit(mara, [60]);
  room.noteOff(60);
  await expectLit(mara, []);
  await mara.getByRole('button', { name: 'Stop recording' }).click();
  await expect(mara.getByText(/^Saved: Waltz/)).toBeVisible();
  await mara.getByRole('button', { name: 'Recordings' }).click();
  const [tempo] = await exported(mara);
  expect(tempo).toContainEqual(expect.objectContaining({ type: 'setTempo', microsecondsPerBeat: 666_667, us: 0 }));
  expect(tempo).toContainEqual(expect.objectContaining({ type: 'timeSignature', numerator: 3, us: 0 }));
  await room.leave();
});
