import { arriveInNewRoom } from './arrivals.ts';
import { countLayouts } from './layouts.ts';
import { type OutsidePlayer, outsidePlayer } from './outside-player.ts';
import { expectLit } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';
import { plugIn } from './web-midi.ts';
import { longRunsOnly } from './where-it-runs.ts';

test('the sounding chord has a name, with each player’s notes and pedals', async ({ server, testPlayer }) => {
  const mara = await testPlayer({ viewport: { width: 1024, height: 700 } });
  const keyboard = await plugIn(mara, 'Launchkey Mini MK3');
  const maraName = newName('mara');
  const link = await arriveInNewRoom(mara, server.url, maraName, { roomName: 'Harmony' });
  const teo = await outsidePlayer(link, 'teo');
  await mara.getByRole('button', { name: 'Connect a MIDI keyboard' }).click();
  const sounding = mara.getByRole('region', { name: 'Sounding now' });
  await keyboard.send(0xb0, 64, 127);
  for (const note of [60, 64, 67]) {
    await keyboard.send(0x90, note, 90);
    await keyboard.send(0x80, note, 64);
  }
  teo.room.send(Uint8Array.of(0x90, 74, 90));
  await expect(sounding.getByRole('paragraph').first()).toHaveText('Cadd9');
  await expect(sounding).toContainText('C E G D · pedal down');
  const rows = sounding.getByRole('listitem');
  await expect(rows.filter({ hasText: maraName })).toContainText('C4 E4 G4 · pedal down');
  await expect(rows.filter({ hasText: teo.name })).toContainText('D5');
  await mara.screenshot({ path: `${artifacts}/chord-dark.png` });
  await keyboard.send(0xb0, 64, 0);
  await expect(rows).toHaveCount(1);
  await expect(sounding.getByRole('paragraph').first()).toHaveText('');
  await teo.leave();
});

test(
  'eight busy players are drawn in one traced frame loop, without rendering by React',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    test.setTimeout(120_000);
    const mara = await testPlayer();
    await mara.addInitScript(() => {
      const trace = { intervals: [] as number[], work: [] as number[], maxWaiting: 0 };
      let [lastMs, waiting, workMs] = [0, 0, 0];
      const request = globalThis.requestAnimationFrame.bind(globalThis);
      globalThis.requestAnimationFrame = (callback) => {
        trace.maxWaiting = Math.max(trace.maxWaiting, ++waiting);
        return request((atMs) => {
          waiting--;
          if (atMs !== lastMs) {
            if (lastMs !== 0 && trace.intervals.length < 5_000) {
              trace.intervals.push(atMs - lastMs);
              trace.work.push(workMs);
            }
            [lastMs, workMs] = [atMs, 0];
          }
          const startMs = performance.now();
          callback(atMs);
          workMs += performance.now() - startMs;
        });
      };
      globalThis.roomtoneFrames = trace;
    });
    const link = await arriveInNewRoom(mara, server.url, newName('mara'), { roomName: 'Full house' });
    const players: OutsidePlayer[] = [];
    for (let index = 0; index < 7; index++) players.push(await outsidePlayer(link, `player${index}`));
    await expect(mara.getByRole('list', { name: 'Players' }).getByRole('listitem')).toHaveCount(8);
    const renders = () => mara.evaluate(() => globalThis.roomtoneRenders?.total ?? -1);
    await mara.keyboard.down('KeyA');
    const rendersBefore = await renders();
    // Each plays four voices of sixteenths at 120 bpm, with pedal: 64 events per second.
    const lengthS = 15;
    for (const [index, { room }] of players.entries()) {
      const startUs = room.serverNowUs();
      for (let second = 0; second < lengthS; second++) {
        setTimeout(() => {
          const events = Array.from({ length: 8 }, (_, step) => {
            const timeUs = startUs + second * 1_000_000 + step * 125_000;
            const chord = [0, 4, 7, 12].map((interval) => 28 + index * 9 + ((step * 2 + second) % 7) + interval);
            return [
              { timeUs, data: Uint8Array.of(0xb0, 64, step % 4 === 3 ? 0 : 127) },
              ...chord.map((note) => ({ timeUs, data: Uint8Array.of(0x90, note, 90) })),
              ...chord.map((note) => ({ timeUs: timeUs + 110_000, data: Uint8Array.of(0x80, note, 64) })),
            ];
          }).flat();
          room.send(events);
        }, second * 1_000);
      }
    }
    await expect.poll(() => mara.locator('[data-lit-by]').count()).toBeGreaterThan(7);
    await mara.evaluate(() => {
      const { roomtoneFrames } = globalThis;
      roomtoneFrames.intervals.length = 0;
      roomtoneFrames.work.length = 0;
      roomtoneFrames.maxWaiting = 0;
    });
    const laidOut = await countLayouts(mara);
    const devtools = await mara.context().newCDPSession(mara);
    await devtools.send('Performance.enable');
    const metrics = async () => {
      const { metrics: all } = await devtools.send('Performance.getMetrics');
      return Object.fromEntries(all.map(({ name, value }) => [name, value]));
    };
    const before = await metrics();
    const frames = () => mara.evaluate(() => globalThis.roomtoneFrames);
    await expect.poll(async () => (await frames()).work.length, { timeout: 60_000 }).toBeGreaterThan(120);
    const [after, trace, { whole, parts }] = [await metrics(), await frames(), await laidOut()];
    await mara.screenshot({ path: `${artifacts}/eight-players-dark.png` });
    const p = (values: number[], part: number) =>
      values.toSorted((a, b) => a - b)[Math.floor(values.length * part)]?.toFixed(1);
    const spent = (name: string) => (((after[name] ?? 0) - (before[name] ?? 0)) * 1_000) / trace.work.length;
    const seconds = (after['Timestamp'] ?? 0) - (before['Timestamp'] ?? 0);
    process.stdout.write(
      `8 busy players, ${trace.work.length} frames: work of a frame ${p(trace.work, 0.5)} ms (median), ` +
        `${p(trace.work, 0.95)} ms (p95), ${p(trace.work, 0.99)} ms (p99); ` +
        `between frames ${p(trace.intervals, 0.5)} ms (median), ${p(trace.intervals, 0.95)} ms (p95); ` +
        `layout ${spent('LayoutDuration').toFixed(2)} ms, style ${spent('RecalcStyleDuration').toFixed(2)} ms a frame; ` +
        `the page laid out ${whole} times in ${seconds.toFixed(1)} s, boxes of it ${parts} times\n`,
    );
    // An activity mark or another digit in a figure may cause a layout; the notes themselves cause none.
    expect(whole / seconds, 'layouts of the whole page per second').toBeLessThan(8);
    expect(trace.maxWaiting, 'callbacks that waited for one frame').toBe(1);
    expect(await renders(), 'React renders nothing for notes').toBe(rendersBefore);
    await mara.keyboard.up('KeyA');
    await Promise.all(players.map((player) => player.leave()));
  },
);

test('with reduced motion, bars stay on their keys and fade', async ({ server, testPlayer }) => {
  const page = await testPlayer({ colorScheme: 'light' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${server.url}/practice`);
  await page.getByRole('heading', { name: 'Practice room' }).click();
  await expect(page.locator('[data-audio=on]')).toBeVisible();
  const painted = () =>
    page.locator('canvas').evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const pixels = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      const rows = Array.from({ length: height }, (_, row) => row).filter((row) => {
        for (let x = 0; x < width; x++) if ((pixels[(row * width + x) * 4 + 3] ?? 0) > 200) return true;
        return false;
      });
      return rows.length === 0 ? undefined : [height - (rows[0] ?? 0), height - (rows.at(-1) ?? 0)];
    });
  await page.keyboard.down('KeyA');
  await expectLit(page, [60]);
  await expect.poll(painted).toEqual([72, 1]);
  await page.keyboard.down('KeyD');
  await expectLit(page, [60, 64]);
  expect(await painted()).toEqual([72, 1]);
  await page.screenshot({ path: `${artifacts}/still-light.png` });
  for (const code of ['KeyA', 'KeyD']) await page.keyboard.up(code);
  await expect.poll(painted).toBeUndefined();
});
