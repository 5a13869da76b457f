// Connects a room to a DAW by two virtual MIDI ports, both called Roomtone: node daw-bridge.ts <invitation>
// What the DAW plays to the port goes to the room, and what the room plays comes out of it. Works on macOS and, with ALSA, on
// Linux; Windows has no virtual ports of its own (loopMIDI makes some).
import { Input, Output } from '@julusian/midi';
import { splitMidi } from '@roomtone/protocol';
import { inRoom, untilOver } from './enter.ts';

const portName = 'Roomtone';
const channelVoice = (status: number | undefined) => status !== undefined && status >= 0x80 && status < 0xf0;

const ports = open();
if (ports === undefined) {
  console.error('This system has no virtual MIDI ports: on Linux they need ALSA with its sequencer (/dev/snd/seq).');
  process.exit(3);
}
const { fromDaw, toDaw } = ports;

await inRoom(async ({ room }, signal) => {
  fromDaw.on('message', (_seconds: number, message: number[]) => {
    if (channelVoice(message[0])) room.send(Uint8Array.from(message));
  });
  room.on('notes', ({ playAtUs, offsets, data }) => {
    for (const event of splitMidi({ startTime: playAtUs, offsets: [...offsets], data }, playAtUs)) {
      setTimeout(() => toDaw.sendMessage([...event.data]), (event.timeUs - room.serverNowUs()) / 1_000);
    }
  });
  console.log(`“${room.info.roomName}” is connected to the MIDI ports ${portName}.`);
  await untilOver(room, signal);
  fromDaw.closePort();
  toDaw.closePort();
});

function open() {
  try {
    const [fromDaw, toDaw] = [new Input(), new Output()];
    fromDaw.openVirtualPort(portName);
    toDaw.openVirtualPort(portName);
    return { fromDaw, toDaw };
  } catch {
    return undefined;
  }
}
