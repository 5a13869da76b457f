import type { MessagePortMain, ParentPort } from 'electron';
import type { MidiRequest } from '../shared/midi-messages.ts';
import { DeviceController } from './device-controller.ts';
import { timersLateUsOn } from './due-timer.ts';
import { openRtMidi } from './rtmidi.ts';

// Entry point of the process for MIDI devices. It runs nothing else, so that each note is stamped on arrival and sent on
// time. Each port that the main process hands over belongs to the connection worker of a window; the last one is in use.

const parent: ParentPort = process.parentPort;
const nowUs = () => performance.now() * 1_000;
const lateUs = timersLateUsOn(process.platform);
const opened = openRtMidi(process.platform);
let controller: DeviceController | undefined;

parent.on('message', ({ ports: [port] }) => {
  if (port !== undefined) void serve(port);
});

async function serve(port: MessagePortMain): Promise<void> {
  const system = await opened;
  controller?.close();
  const mine = new DeviceController(system, nowUs, { post: (report) => port.postMessage(report) }, lateUs);
  controller = mine;
  port.on('message', ({ data }: { data: MidiRequest }) => mine.receive(data));
  // The window is gone: end what it plays on devices.
  port.on('close', () => mine.close());
  port.start();
}
