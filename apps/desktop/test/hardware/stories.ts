import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { startServer } from '../../../../testing/running-server.ts';
import { openRtMidi } from '../../src/midi/rtmidi.ts';
import { noOutputs } from '../../src/shared/midi-messages.ts';
import { runStory } from '../support/story-results.ts';
import { type Listener, listenTo, playOnKeyboard, plug, seize, unplug } from './programs.ts';
import { DevicesAndWorker, enter, eventsOf } from './test-player.ts';

// Runs in a machine with a real ALSA sequencer and prints each story's result as one JSON object per line. The stories build
// on one another: one machine, one server, two musicians.

const piano = 'Stage Piano:Stage Piano MIDI 1';
const through = 'Midi Through:Midi Through Port-0';
const sequencer = '/dev/snd/seq';

// Emulators run just-in-time compiled code slowly.
const server = await startServer({ NODE_OPTIONS: '--jitless' });
const anna = await enter(server.url, 'anna');
const { roomId } = anna.info;
const ben = await enter(server.url, 'ben', roomId);
const heardByBen = eventsOf(ben);
const app = await DevicesAndWorker.open(anna);

await runStory('lists devices by names without numbers', async () => {
  await until('Midi Through is listed', () => app.inputs.includes(through));
  if (app.inputs.some((name) => /\d+:\d+$/.test(name))) throw new Error(app.inputs.join(', '));
});

await runStory('passes a USB keyboard, plugged in while the app runs, on to the room', async () => {
  await plug('Stage Piano');
  await until('it is listed', () => app.inputs.includes(piano));
  await playOnKeyboard('90 3C 64 B0 40 7F');
  await until('Ben hears key and pedal', () => heardByBen.join() === '90 3c 64,b0 40 7f');
});

await runStory('releases key and pedal when the keyboard is unplugged', async () => {
  heardByBen.length = 0;
  await unplug();
  await until('Ben hears both end', () => heardByBen.join() === '80 3c 40,b0 40 00');
  await until('it is not listed', () => !app.inputs.includes(piano));
});

await runStory('continues when the keyboard is plugged in again', async () => {
  heardByBen.length = 0;
  await plug('Stage Piano');
  await until('it is listed', () => app.inputs.includes(piano));
  await playOnKeyboard('90 3E 64 80 3E 40');
  await until('Ben hears it', () => heardByBen.join() === '90 3e 64,80 3e 40');
});

await runStory('does not hear a keyboard that is switched off', async () => {
  heardByBen.length = 0;
  const another = await listenTo('Stage Piano');
  app.devices.mute([piano]);
  await playOnKeyboard('90 40 64');
  await untilSaid(another, /note 64/);
  another.stop();
  app.devices.mute([]);
  await playOnKeyboard('90 41 64 80 41 40');
  await until('Ben hears the key after it', () => heardByBen.includes('80 41 40'));
  if (heardByBen.includes('90 40 64')) throw new Error('Ben heard it');
});

await runStory('says that another program uses a keyboard, and hears it as soon as that program lets go', async () => {
  heardByBen.length = 0;
  // The other program passes the keyboard on to Midi Through, which the app would hear, too.
  app.devices.mute([piano, through]);
  const giveBack = await seizeFree('Stage Piano');
  app.devices.mute([through]);
  await until(
    'it is busy',
    () => app.busy.includes(piano),
    () => app.busy.join(),
  );
  await playOnKeyboard('90 43 64');
  await giveBack();
  await until(
    'it is free',
    () => !app.busy.includes(piano),
    () => app.busy.join(),
  );
  await playOnKeyboard('90 45 64 80 45 40');
  await until('Ben hears it', () => heardByBen.includes('80 45 40'));
  if (heardByBen.includes('90 43 64')) throw new Error('Ben heard it while it was busy');
  app.devices.mute([]);
});

await runStory('learns a pedal, which then acts and is not played', async () => {
  heardByBen.length = 0;
  app.learned.learn('record');
  await playOnKeyboard('B0 42 7F');
  await until(
    'it is learned',
    () => app.assignments.length === 1,
    () => app.actions.join(),
  );
  await playOnKeyboard('B0 42 00 B0 42 7F B0 42 00 90 47 64 80 47 40');
  await until('Ben hears the key after it', () => heardByBen.includes('80 47 40'));
  if (app.actions.join() !== 'record') throw new Error(`it did ${app.actions.join()}`);
  if (heardByBen.some((each) => each.startsWith('b0'))) throw new Error(`Ben heard ${heardByBen.join()}`);
});

await runStory(
  'sends others’ notes to an output, on the channel that was chosen, and does not hear them again',
  async () => {
    heardByBen.length = 0;
    const number = ben.self.participantId;
    app.devices.setPlan({ ...noOutputs, synth: through, channels: [[number, 5]] });
    const synth = await listenTo('Midi Through');
    ben.send(Uint8Array.of(0x90, 60, 100));
    ben.send(Uint8Array.of(0x80, 60, 64));
    await untilSaid(synth, /Note on\s+4, note 60/);
    await untilSaid(synth, /Note off\s+4, note 60/);
    synth.stop();
    app.devices.setPlan(noOutputs);
    if (heardByBen.length > 0) throw new Error(`Ben heard ${heardByBen.join()}`);
  },
);

await runStory('gives a player a port for other programs that the app itself does not hear', async () => {
  const number = ben.self.participantId;
  app.devices.setPlan({ ...noOutputs, ports: [[number, 'Roomtone ben']] });
  await until('the port is there', () => clientOf('Roomtone ben') !== undefined);
  const program = await listenTo(`${clientOf('Roomtone ben')}:0`);
  ben.send(Uint8Array.of(0x92, 64, 100));
  await untilSaid(program, /Note on\s+2, note 64/);
  program.stop();
  app.devices.setPlan(noOutputs);
  await until('the port is gone', () => clientOf('Roomtone ben') === undefined);
  if (app.inputs.some((name) => name.includes('Roomtone'))) throw new Error(app.inputs.join(', '));
});

await runStory('R9.3: sends the room’s beat as MIDI clock', async () => {
  app.devices.setPlan({ ...noOutputs, clock: through });
  app.time.setClockReceiver((...clock) => app.devices.sendClock(...clock));
  const drums = await listenTo('Midi Through');
  await app.time.setTransport({ bpm: 240, beatsPerBar: 2, running: true, countIn: false });
  await untilSaid(drums, /Start/);
  await until('a bar and more has gone by', () => drums.lines.filter((line) => /Clock/.test(line)).length > 60);
  await app.time.setTransport({ bpm: 240, beatsPerBar: 2, running: false, countIn: false });
  await untilSaid(drums, /Stop/);
  const said = drums.lines.flatMap((line) => /Start|Clock|Stop/.exec(line)?.[0] ?? []);
  const ticks = said.slice(said.indexOf('Start') + 1, said.indexOf('Stop')).length;
  // It starts and stops at bar lines.
  if (ticks % 48 !== 0) throw new Error(`${ticks} ticks between Start and Stop`);
  drums.stop();
});

app.close();
anna.close();
ben.close();
await server.stop();

await runStory('detects a machine without a sequencer', async () => {
  renameSync(sequencer, `${sequencer}-away`);
  if ((await openRtMidi(process.platform)) !== undefined) throw new Error('it found one');
});

process.exit();

/** Fails only if something hangs: a slow or busy machine is no failure. */
async function until(what: string, isSo: () => boolean, said = () => heardByBen.join()): Promise<void> {
  const giveUpMs = performance.now() + 30_000;
  while (!isSo()) {
    if (performance.now() > giveUpMs) throw new Error(`timed out waiting until ${what}: ${said()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function untilSaid(program: Listener, line: RegExp): Promise<void> {
  const isSaid = () => program.lines.some((each) => line.test(each));
  await until(`it says ${line}`, isSaid, () => program.lines.join(' | '));
}

/** Seizes a port once the app has let go of it. */
async function seizeFree(port: string): Promise<() => Promise<void>> {
  const giveUpMs = performance.now() + 30_000;
  for (;;) {
    try {
      return await seize(port);
    } catch (error) {
      if (performance.now() > giveUpMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** The number of the ALSA client that has a port with this name. */
function clientOf(port: string): string | undefined {
  const listed = execFileSync('aconnect', ['-l'], { encoding: 'utf8' });
  let client: string | undefined;
  for (const line of listed.split('\n')) {
    client = /^client (\d+):/.exec(line)?.[1] ?? client;
    if (line.includes(`'${port}`)) return client;
  }
  return undefined;
}
