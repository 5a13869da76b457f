import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MidiReport, type MidiRequest, noOutputs } from '../../../shared/midi-messages.ts';
import { localNowUs } from '../contract/local-time.ts';
import { Keyboards } from './keyboards.ts';
import { LearnedControls } from './learned-controls.ts';
import { MidiDevices } from './midi-devices.ts';

/** How far the devices' clock is ahead. */
const aheadUs = 7_000_000;

class FakePort {
  onmessage: (event: { data: MidiReport }) => void = () => {};
  readonly requests: MidiRequest[] = [];
  isClosed = false;
  postMessage(request: MidiRequest) {
    this.requests.push(request);
  }
  tell(data: MidiReport) {
    this.onmessage({ data });
  }
  close() {
    this.isClosed = true;
  }
}

let port: FakePort;
let played: { data: number[]; timeUs: number }[];
let heard: number[][];
let devices: MidiDevices;

const connect = () => {
  port = new FakePort();
  // The devices use no more than the fake has.
  devices.connect(port as unknown as MessagePort);
  port.tell({ kind: 'clock', askedUs: localNowUs(), hereUs: localNowUs() + aheadUs });
};
const event = (...data: number[]): MidiReport => ({
  kind: 'event',
  device: 'KeyStep',
  data: Uint8Array.from(data),
  timeUs: localNowUs() + aheadUs,
});
const requests = (kind: MidiRequest['kind']) => port.requests.filter((request) => request.kind === kind);

beforeEach(() => {
  vi.useFakeTimers();
  [played, heard] = [[], []];
  const send = (data: Uint8Array, timeUs: number) => played.push({ data: [...data], timeUs });
  const keyboards = new Keyboards(
    { sound: () => {}, send, draw: () => {}, refused: () => {} },
    new LearnedControls({ onAction: () => {}, onLearned: () => {} }),
    () => {},
  );
  keyboards.allow(true);
  devices = new MidiDevices({
    keyboards,
    onRawInput: (_device, data) => heard.push([...data]),
    changed: () => {},
  });
  connect();
});
afterEach(() => {
  devices.close();
  vi.useRealTimers();
});

describe('MIDI devices in the connection worker', () => {
  it('play immediately, with the time on the worker’s clock; clock and sysex go only to the monitor', () => {
    port.tell(event(0x90, 60, 100));
    port.tell(event(0xf8));
    expect(played).toEqual([{ data: [0x90, 60, 100], timeUs: localNowUs() }]);
    expect(heard).toEqual([[0x90, 60, 100], [0xf8]]);
  });

  it('release what they hold when they or their process are gone', () => {
    port.tell(event(0x90, 60, 100));
    port.tell({ kind: 'gone', device: 'KeyStep' });
    port.tell(event(0xb0, 64, 127));
    const before = port;
    connect();
    expect(before.isClosed).toBe(true);
    expect(played.slice(1).map(({ data }) => data)).toEqual([
      [0x80, 60, 64],
      [0xb0, 64, 127],
      [0xb0, 64, 0],
    ]);
  });

  it('get their settings again after their process restarts', () => {
    devices.mute(['nanoKEY']);
    devices.setPlan({ ...noOutputs, synth: 'MODX' });
    connect();
    expect(requests('mute-inputs')).toEqual([{ kind: 'mute-inputs', names: ['nanoKEY'] }]);
    expect(requests('outputs')).toEqual([{ kind: 'outputs', plan: { ...noOutputs, synth: 'MODX' } }]);
  });

  it('get other players’ notes with the time on their clock, and none while no output is set', () => {
    const notes = {
      kind: 'notes',
      participant: 3,
      atUs: localNowUs(),
      offsets: [],
      data: Uint8Array.of(0x90, 60, 100),
      delayUs: 0,
    } as const;
    devices.receive(notes);
    expect(requests('notes')).toEqual([]);
    devices.setPlan({ ...noOutputs, ports: [[3, 'Roomtone Anna']] });
    devices.receive(notes);
    expect(requests('notes')).toMatchObject([{ participant: 3, data: notes.data, atUs: notes.atUs + aheadUs }]);
    devices.receive({ kind: 'own', data: notes.data, timeUs: 0 });
    expect(requests('notes')).toHaveLength(1);
  });

  it('get loops with the times on their clock, and none while no output is set', () => {
    const [atUs, data] = [localNowUs() + 500_000, Uint8Array.of(0x99, 36, 100)];
    const loop = { kind: 'loop', participant: 0x10_0000, voidFromUs: atUs, timesUs: [atUs + 10], data } as const;
    devices.receiveLoop(loop);
    devices.silenceLoops();
    expect([...requests('loop'), ...requests('silence')]).toEqual([]);
    devices.setPlan({ ...noOutputs, loopsPort: 'Roomtone Loops' });
    devices.receiveLoop(loop);
    devices.receiveLoop({ ...loop, voidFromUs: undefined });
    devices.silenceLoops();
    const there = { ...loop, voidFromUs: atUs + aheadUs, timesUs: [atUs + 10 + aheadUs] };
    expect(requests('loop')).toEqual([there, { ...there, voidFromUs: undefined }]);
    expect(requests('silence')).toEqual([{ kind: 'silence', participant: 'loops' }]);
  });
});
