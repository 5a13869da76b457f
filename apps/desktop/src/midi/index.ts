import type { MessagePortMain, ParentPort } from 'electron';
import type { MidiRequest } from '../shared/midi-messages.ts';
import { DeviceController } from './device-controller.ts';
import { openRtMidi } from './rtmidi.ts';

// The process of the MIDI devices. Nothing else runs here, so that a note is stamped when it arrives and sent when it is
// due. Each port that the main process hands over leads to the connection worker of a window; the last one counts.

const parent: ParentPort = process.parentPort;
const nowUs = () => performance.now() * 1_000;
const opened = openRtMidi(process.platform);
let controller: DeviceController | undefined;

parent.on('message', ({ ports: [port] }) => {
  if (port !== undefined) void serve(port);
});

async function serve(port: MessagePortMain): Promise<void> {
  const system = await opened;
  controller?.close();
  const mine = new DeviceController(system, nowUs, { post: (report) => port.postMessage(report) });
  controller = mine;
  port.on('message', ({ data }: { data: MidiRequest }) => mine.receive(data));
  // The window is gone: what it sounded on devices ends.
  port.on('close', () => mine.close());
  port.start();
}
