import { MessageChannel } from 'node:worker_threads';
import { forEachEvent } from '@roomtone/protocol';
import { type Room, RoomtoneClient } from '@roomtone/sdk';
import { DeviceController } from '../../src/midi/device-controller.ts';
import { openRtMidi } from '../../src/midi/rtmidi.ts';
import { CurrentRoom } from '../../src/renderer/src/connection-worker/current-room.ts';
import { Keyboards } from '../../src/renderer/src/connection-worker/keyboards.ts';
import { LearnedControls } from '../../src/renderer/src/connection-worker/learned-controls.ts';
import { MidiDevices } from '../../src/renderer/src/connection-worker/midi-devices.ts';
import { RoomTime } from '../../src/renderer/src/connection-worker/room-time.ts';
import type { Assignment, LearnedAction } from '../../src/renderer/src/contract/midi-learn.ts';
import type { MidiReport, MidiRequest } from '../../src/shared/midi-messages.ts';

/** An emulated processor on a busy machine takes seconds to hash a password. */
const patience = { timeoutMs: 60_000 };

/** Signs up and joins a room, which is made if no id is given. */
export async function enter(baseUrl: string, username: string, roomId?: string): Promise<Room> {
  const client = new RoomtoneClient({ baseUrl });
  const password = crypto.randomUUID();
  await client.register({ username, email: `${username}@example.org`, password }, patience);
  const id = roomId ?? (await client.rooms.create({ roomName: `${username}’s` }, patience)).roomId;
  return client.joinRoom(id, patience);
}

/**
 * The part of the app between MIDI devices and the room: the devices' process and the connection worker, connected as in
 * the app.
 */
export class DevicesAndWorker {
  readonly devices: MidiDevices;
  readonly time: RoomTime;
  readonly learned: LearnedControls;
  readonly actions: LearnedAction[] = [];
  readonly assignments: Assignment[] = [];
  inputs: readonly string[] = [];
  busy: readonly string[] = [];
  readonly #controller: DeviceController;

  private constructor(room: Room, controller: (post: (report: MidiReport) => void) => DeviceController) {
    const current = new CurrentRoom(() => {});
    this.learned = new LearnedControls({
      onAction: (action) => this.actions.push(action),
      onLearned: (assignment) => this.assignments.push(assignment),
    });
    const keyboards = new Keyboards(
      {
        sound: () => {},
        send: (data, timeUs) => current.play({ data, timeUs }),
        draw: () => {},
        refused: () => {},
      },
      this.learned,
      () => {},
    );
    this.devices = new MidiDevices({
      keyboards,
      onRawInput: () => {},
      changed: (report) => {
        if (report.kind === 'devices') ({ inputs: this.inputs, busy: this.busy } = report);
      },
    });
    current.setOutput((message) => this.devices.receive(message));
    this.time = new RoomTime(() => {});
    current.follow(room);
    this.time.follow(room);
    keyboards.allow(true);
    const { port1, port2 } = new MessageChannel();
    this.#controller = controller((report) => port1.postMessage(report));
    port1.on('message', (request: MidiRequest) => this.#controller.receive(request));
    // Node's port has everything that the worker uses of a browser's.
    this.devices.connect(port2 as unknown as MessagePort);
  }

  static async open(room: Room): Promise<DevicesAndWorker> {
    const system = await openRtMidi(process.platform);
    return new DevicesAndWorker(
      room,
      (post) => new DeviceController(system, () => performance.now() * 1_000, { post }),
    );
  }

  close(): void {
    this.#controller.close();
    this.devices.close();
  }
}

/** Every event that a participant in the room hears, as raw MIDI in hexadecimal. */
export function eventsOf(room: Room): string[] {
  const heard: string[] = [];
  room.on('notes', ({ data }) =>
    forEachEvent(data, (...[, , , , position]) => {
      heard.push(hex(data.subarray(position, position + 3)));
    }),
  );
  return heard;
}

export function hex(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
