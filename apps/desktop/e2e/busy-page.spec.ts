import { arriveInNewRoom } from './arrivals.ts';
import { outsidePlayer } from './outside-player.ts';
import { expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

interface Passed {
  /** When it passed, ms since 1970. */
  readonly atMs: number;
  readonly note: number;
}

/** Runs in its own thread between the connection worker and the audio thread, and records when notes pass. */
const recorder = `
const passed = [];
onmessage = ({ data }) => {
  if (data.report !== undefined) {
    data.report.postMessage(passed);
    return;
  }
  data.from.onmessage = (event) => {
    data.to.postMessage(event.data);
    if (event.data.kind === 'notes') {
      passed.push({ atMs: performance.timeOrigin + performance.now(), note: event.data.data[1] });
    }
  };
};`;

test('a busy page does not delay notes to the audio thread', longRunsOnly, async ({ server, testPlayer }) => {
  const mara = await testPlayer();
  await mara.route('**/recorder.js', (route) => route.fulfill({ contentType: 'text/javascript', body: recorder }));
  await mara.addInitScript(() => {
    const post: (this: Worker, message: unknown, transfer: Transferable[]) => void = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (
      this: Worker,
      message: { kind?: string; port: MessagePort },
      transfer: Transferable[] | StructuredSerializeOptions = [],
    ) {
      // The page always passes a transfer list.
      if (message.kind !== 'audio') return post.call(this, message, transfer as Transferable[]);
      const between = new Worker('/recorder.js');
      globalThis.roomtoneTap = between;
      const { port1, port2 } = new MessageChannel();
      post.call(between, { to: message.port, from: port1 }, [message.port, port1]);
      post.call(this, { kind: 'audio', port: port2 }, [port2]);
    };
  });
  const link = await arriveInNewRoom(mara, server.url, newName('mara'), { roomName: 'Busy page' });
  const teo = await outsidePlayer(link, 'teo');
  await mara.getByRole('heading', { name: 'Busy page' }).click();
  await expect(mara.locator('[data-audio=on]')).toBeVisible();
  const passed = () =>
    mara.evaluate(() => {
      const { port1, port2 } = new MessageChannel();
      const answer = new Promise<Passed[]>((resolve) => {
        port1.onmessage = ({ data }) => resolve(data);
      });
      globalThis.roomtoneTap.postMessage({ report: port2 }, [port2]);
      return answer;
    });
  teo.room.send(Uint8Array.of(0x90, 40, 90));
  await expect.poll(async () => (await passed()).length).toBe(1);

  let isBusy = true;
  const busy = mara
    .evaluate((forMs) => {
      const now = () => performance.timeOrigin + performance.now();
      const fromMs = now();
      while (now() - fromMs < forMs);
      return { fromMs, toMs: now() };
    }, 1_000)
    .finally(() => {
      isBusy = false;
    });
  let played = 0;
  while (isBusy) {
    if (played < 60) teo.room.send(Uint8Array.of(0x90, 41 + played++, 90));
    // Roughly the pace of a musician's notes. Waits until the page is no longer busy; the interval does not matter.
    await Promise.race([busy, new Promise((resolve) => setTimeout(resolve, 20))]);
  }
  const { fromMs, toMs } = await busy;
  await expect.poll(async () => (await passed()).length).toBe(1 + played);
  const notes = (await passed()).slice(1);
  expect(notes.map(({ note }) => note)).toEqual(Array.from({ length: played }, (_, index) => 41 + index));
  const meanwhile = notes.filter(({ atMs }) => atMs > fromMs && atMs < toMs);
  process.stdout.write(`${meanwhile.length} of ${played} notes passed while the page was busy\n`);
  expect(meanwhile.length).toBeGreaterThan(10);
  await teo.leave();
});
