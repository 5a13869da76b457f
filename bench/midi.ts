// How steady MIDI is: `npm run exec -- node bench/midi.ts`. Prints how long a note takes from the MIDI process to the
// connection worker, and how far from its time a message is sent out. On a machine with an ALSA sequencer it also
// prints how late an arrival is stamped in a process that does nothing else, and in one that works like a main
// process.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { DeviceController } from '../apps/desktop/src/midi/device-controller.ts';
import { openRtMidi } from '../apps/desktop/src/midi/rtmidi.ts';
import { noOutputs } from '../apps/desktop/src/shared/midi-messages.ts';
import { FakeMidi } from '../apps/desktop/test/support/fake-midi.ts';

const notes = 1_000;
/** All processes of a machine share this clock. */
const nowUs = () => Number(process.hrtime.bigint() / 1_000n);

if (process.argv[2] === 'hear') await hear(process.argv[3] === 'busy');
else {
  await printWayToWorker();
  await printDueTimes();
  await printStamps();
  process.exit();
}

/** From an input's callback to the worker's end of the port. */
async function printWayToWorker(): Promise<void> {
  const midi = new FakeMidi();
  midi.plug('Bench');
  const { port1, port2 } = new MessageChannel();
  const controller = new DeviceController(midi, nowUs, { post: (report) => port1.postMessage(report) });
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     const took = [];
     workerData.on('message', (report) => {
       if (report.kind !== 'event') return;
       took.push(Number(process.hrtime.bigint() / 1000n) - report.timeUs);
       if (took.length === ${notes}) parentPort.postMessage(took);
     });`,
    { eval: true, workerData: port2, transferList: [port2] },
  );
  const done = once(worker, 'message');
  for (let note = 0; note < notes; note++) {
    midi.play('Bench', 0x90, note % 128, 100);
    await pause(2 + (note % 7));
  }
  const [took] = await done;
  print('to the worker', took);
  controller.close();
  await worker.terminate();
}

/** From when a message is due to when it is sent. */
async function printDueTimes(): Promise<void> {
  const off: number[] = [];
  const midi = new FakeMidi();
  midi.plug('Bench');
  const due: number[] = [];
  const open = midi.openOutput.bind(midi);
  midi.openOutput = (index) => ({
    ...open(index),
    send: () => {
      const dueUs = due[off.length];
      // The messages that end the notes have no due time.
      if (dueUs !== undefined) off.push(nowUs() - dueUs);
    },
  });
  const controller = new DeviceController(midi, nowUs, { post: () => {} });
  controller.receive({ kind: 'outputs', plan: { ...noOutputs, synth: 'Bench' } });
  for (let note = 0; note < notes; note++) {
    const atUs = nowUs() + 8_000 + (note % 13) * 100;
    due.push(atUs);
    controller.receive({
      kind: 'notes',
      participant: 1,
      atUs,
      offsets: [],
      data: Uint8Array.of(0x90, note % 128, 100),
    });
    await pause(12);
  }
  controller.close();
  print('after its time', off);
}

/** From another program's sending to the time stamp of the arrival. */
async function printStamps(): Promise<void> {
  const system = await openRtMidi(process.platform);
  if (system === undefined) {
    console.log('this machine has no MIDI: arrivals are not measured');
    return;
  }
  const port = system.makePort('Bench of MIDI');
  const late: Record<string, number[]> = {};
  for (const kind of ['alone', 'busy']) {
    const child = fork(import.meta.filename, ['hear', kind]);
    await once(child, 'message');
    late[kind] = await sendTo(child, (data) => port.send(data));
    print(`stamped, ${kind}`, late[kind]);
  }
  const p99 = (kind: string) => percentile(late[kind] ?? [], 0.99);
  console.log(
    `the 99th percentile of the busy process is ${(p99('busy') / p99('alone')).toFixed(1)} times the other's`,
  );
}

async function sendTo(child: ChildProcess, send: (data: readonly number[]) => void): Promise<number[]> {
  const sent: number[] = [];
  for (let note = 0; note < notes; note++) {
    sent.push(nowUs());
    send([0x90, note % 128, 100]);
    await pause(3 + (note % 11));
  }
  child.send('end');
  const [stamps] = await once(child, 'message');
  return stamps.map((timeUs: number, index: number) => timeUs - (sent[index] ?? 0));
}

/** The receiving process; with `isBusy`, it also works like a main process while people use the app. */
async function hear(isBusy: boolean): Promise<void> {
  const stamps: number[] = [];
  const system = await openRtMidi(process.platform);
  const index = system?.inputs().findIndex((name) => name.includes('Bench of MIDI')) ?? -1;
  const input = system?.openInput(index, () => stamps.push(nowUs()));
  const folder = mkdtempSync(join(tmpdir(), 'roomtone-bench-'));
  // Parses requests, builds answers, writes settings and logs.
  const state = Array.from({ length: 2_000 }, (_, id) => ({ id, name: `room ${id}`, members: [id, id + 1] }));
  const work = () => writeFileSync(join(folder, 'state.json'), JSON.stringify(JSON.parse(JSON.stringify(state))));
  const timer = isBusy ? setInterval(work, 50) : undefined;
  process.send?.('ready');
  await once(process, 'message');
  await pause(200);
  clearInterval(timer);
  input?.close();
  rmSync(folder, { recursive: true });
  process.send?.(stamps);
  await pause(200);
  process.exit();
}

function print(what: string, us: readonly number[]): void {
  const at = (share: number) => `${(percentile(us, share) / 1_000).toFixed(3)} ms`;
  console.log(`${what}: half within ${at(0.5)}, 99 % within ${at(0.99)}, all ${us.length} within ${at(1)}`);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
