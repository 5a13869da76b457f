import { arriveInNewRoom } from './arrivals.ts';
import { outsidePlayer } from './outside-player.ts';
import { expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

/** Takes the place of the process for MIDI devices: runs in its own thread, with a port to the connection worker. */
const fakeDevices = `
let port;
onmessage = ({ data }) => {
  if (data !== 'play') {
    port = data;
    port.postMessage({ kind: 'capabilities', hasMidi: true, hasOutputs: false, canMakePorts: false, sharesClock: true });
    return;
  }
  let note = 40;
  const timer = setInterval(() => {
    const timeUs = Math.round((performance.timeOrigin + performance.now()) * 1000);
    port.postMessage({ kind: 'event', device: 'KeyStep', data: Uint8Array.of(0x90, ++note, 90), timeUs });
    if (note === 100) clearInterval(timer);
  }, 20);
};`;

test(
  'a busy page does not delay notes from its MIDI keyboard to the others',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const mara = await testPlayer();
    await mara.route('**/fake-devices.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: fakeDevices }),
    );
    await mara.addInitScript(() => {
      const post: (this: Worker, message: unknown, transfer: Transferable[]) => void = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (
        this: Worker,
        message: { kind?: string },
        transfer: Transferable[] | StructuredSerializeOptions = [],
      ) {
        // The page always passes a transfer list.
        post.call(this, message, transfer as Transferable[]);
        if (message.kind !== 'start') return;
        const played = new Worker('/fake-devices.js');
        globalThis.roomtoneHands = played;
        const { port1, port2 } = new MessageChannel();
        post.call(played, port1, [port1]);
        post.call(this, { kind: 'midi', port: port2 }, [port2]);
      };
    });
    const link = await arriveInNewRoom(mara, server.url, newName('mara'), { roomName: 'Busy hands' });
    const teo = await outsidePlayer(link, 'teo');

    let isBusy = true;
    const busy = mara
      .evaluate((forMs) => {
        globalThis.roomtoneHands.postMessage('play');
        const fromMs = performance.now();
        while (performance.now() - fromMs < forMs);
      }, 1_000)
      .finally(() => {
        isBusy = false;
      });
    let meanwhile = 0;
    while (isBusy) {
      meanwhile = teo.heard.length;
      // Waits until the page is no longer busy; the interval does not matter.
      await Promise.race([busy, new Promise((resolve) => setTimeout(resolve, 5))]);
    }
    await expect.poll(() => teo.heard.length).toBe(60);
    expect(teo.heard.map(({ bytes }) => bytes[1])).toEqual(Array.from({ length: 60 }, (_, index) => 41 + index));
    process.stdout.write(`${meanwhile} of 60 notes were heard while the page of the player was busy\n`);
    expect(meanwhile).toBeGreaterThan(10);
    await teo.leave();
  },
);
