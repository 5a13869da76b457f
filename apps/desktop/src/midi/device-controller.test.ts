import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeMidi } from '../../test/support/fake-midi.ts';
import { type ClockContinuity, type MidiReport, noOutputs, type OutputPlan } from '../shared/midi-messages.ts';
import { DeviceController } from './device-controller.ts';

const keyStep = 'KeyStep:KeyStep MIDI 1 24:0';
const keyStepAgain = 'KeyStep:KeyStep MIDI 1 28:0';
const keyStepName = 'KeyStep:KeyStep MIDI 1';
const synth = 'MODX:MODX 32:0';
const synthName = 'MODX:MODX';
const through = 'Midi Through:Midi Through Port-0 14:0';

let midi: FakeMidi;
let reports: MidiReport[];
let controller: DeviceController;

/** How late timers fire, as on a busy machine. */
let heldUpUs = 0;

const nowUs = () => performance.now() * 1_000 + heldUpUs;
const start = () => new DeviceController(midi, nowUs, { post: (report) => reports.push(report) });
const reportsOf = <Kind extends MidiReport['kind']>(kind: Kind) =>
  reports.filter((report): report is Extract<MidiReport, { kind: Kind }> => report.kind === kind);
const send = (plan: Partial<OutputPlan>) => controller.receive({ kind: 'outputs', plan: { ...noOutputs, ...plan } });
const play = (participant: number, afterMs: number, ...data: number[]) =>
  controller.receive({
    kind: 'notes',
    participant,
    atUs: nowUs() + afterMs * 1_000,
    offsets: [],
    data: Uint8Array.from(data),
  });

beforeEach(() => {
  vi.useFakeTimers();
  heldUpUs = 0;
  midi = new FakeMidi();
  midi.plug(keyStep);
  reports = [];
  controller = start();
});
afterEach(() => {
  controller.close();
  vi.useRealTimers();
});

describe('MIDI keyboards', () => {
  it('are heard immediately, with the time of arrival', () => {
    const atUs = nowUs();
    midi.play(keyStep, 0x90, 60, 100);
    expect(reportsOf('event')).toEqual([
      { kind: 'event', device: keyStepName, data: Uint8Array.of(0x90, 60, 100), timeUs: atUs },
    ]);
  });

  it('that another program uses are reported, and heard as soon as it lets go', () => {
    midi.held.add(synth);
    midi.plug(synth);
    vi.advanceTimersByTime(1_000);
    expect(reportsOf('devices').at(-1)).toMatchObject({ inputs: [keyStepName, synthName], busy: [synthName] });
    midi.play(synth, 0x90, 60, 100);
    expect(reportsOf('event')).toEqual([]);
    midi.held.clear();
    vi.advanceTimersByTime(1_000);
    expect(reportsOf('devices').at(-1)?.busy).toEqual([]);
    midi.play(synth, 0x90, 62, 100);
    expect(reportsOf('event')).toMatchObject([{ device: synthName, data: Uint8Array.of(0x90, 62, 100) }]);
  });

  it('that are switched off are not reported as used by another program', () => {
    midi.held.add(synth);
    midi.plug(synth);
    vi.advanceTimersByTime(1_000);
    controller.receive({ kind: 'mute-inputs', names: [synthName] });
    expect(reportsOf('devices').at(-1)?.busy).toEqual([]);
    send({ synth: synthName });
    expect(reportsOf('devices').at(-1)?.busy, 'it is wanted as an output').toEqual([synthName]);
  });

  it('end their held notes when unplugged, and are heard under the same name when they return', () => {
    midi.unplug(keyStep);
    vi.advanceTimersByTime(1_000);
    expect(reportsOf('gone')).toEqual([{ kind: 'gone', device: keyStepName }]);
    expect(reportsOf('devices').at(-1)?.inputs).toEqual([]);
    midi.plug(keyStepAgain);
    vi.advanceTimersByTime(1_000);
    midi.play(keyStepAgain, 0x90, 62, 100);
    expect(reportsOf('event')).toMatchObject([{ device: keyStepName }]);
    expect(reportsOf('devices').at(-1)?.inputs).toEqual([keyStepName]);
  });

  it('are reopened if they were gone between two scans', () => {
    midi.unplug(keyStep);
    midi.plug(keyStepAgain);
    vi.advanceTimersByTime(1_000);
    expect(reportsOf('gone')).toHaveLength(1);
    midi.play(keyStepAgain, 0x90, 62, 100);
    expect(reportsOf('event')).toHaveLength(1);
  });

  it('stay switched off when they return', () => {
    controller.receive({ kind: 'mute-inputs', names: [keyStepName] });
    expect(reportsOf('gone')).toHaveLength(1);
    midi.unplug(keyStep);
    vi.advanceTimersByTime(1_000);
    midi.plug(keyStepAgain);
    vi.advanceTimersByTime(1_000);
    midi.play(keyStepAgain, 0x90, 62, 100);
    expect(reportsOf('event')).toEqual([]);
    controller.receive({ kind: 'mute-inputs', names: [] });
    midi.play(keyStepAgain, 0x90, 62, 100);
    expect(reportsOf('event')).toHaveLength(1);
  });

  it('that echo everything are not heard while they are an output', () => {
    midi.plug(through);
    vi.advanceTimersByTime(1_000);
    send({ synth: 'Midi Through:Midi Through Port-0' });
    midi.play(through, 0x90, 60, 100);
    send({});
    midi.play(through, 0x80, 60, 64);
    expect(reportsOf('event')).toMatchObject([{ data: Uint8Array.of(0x80, 60, 64) }]);
  });
});

describe('a machine without MIDI', () => {
  it('reports it, and ignores all other requests', () => {
    reports = [];
    const without = new DeviceController(undefined, nowUs, { post: (report) => reports.push(report) });
    without.receive({ kind: 'outputs', plan: { ...noOutputs, synth: 'MODX' } });
    without.receive({ kind: 'silence', participant: 'everybody' });
    without.receive({ kind: 'clock', askedUs: 5 });
    without.close();
    expect(reports.map(({ kind }) => kind)).toEqual(['capabilities', 'clock']);
    expect(reportsOf('capabilities')).toMatchObject([{ hasMidi: false, hasOutputs: false }]);
  });
});

describe('other players’ notes on a synth', () => {
  beforeEach(() => {
    midi.plug(synth);
    vi.advanceTimersByTime(1_000);
    send({ synth: 'MODX:MODX', channels: [[2, 5]] });
  });

  it('are sent when due, each player on the chosen channel', () => {
    play(2, 40, 0x90, 60, 100, 0xc0, 9);
    play(3, 40, 0x93, 64, 100);
    vi.advanceTimersByTime(39);
    expect(midi.sent).toEqual([]);
    vi.advanceTimersByTime(2);
    expect(midi.sent.map(({ data }) => data)).toEqual([
      [0x94, 60, 100],
      [0xc4, 9],
      [0x93, 64, 100],
    ]);
  });

  it('end with the player, and pending ones are dropped', () => {
    play(2, 0, 0x90, 60, 100, 0xb0, 64, 127);
    play(2, 40, 0x90, 62, 100);
    controller.receive({ kind: 'silence', participant: 2 });
    vi.advanceTimersByTime(1_000);
    expect(midi.sent.slice(2).map(({ data }) => data)).toEqual([
      [0x84, 60, 64],
      [0xb4, 64, 0],
    ]);
  });

  it('end on the old output when the output changes', () => {
    play(2, 0, 0x90, 60, 100);
    send({ synth: 'MODX:MODX', channels: [[2, 6]] });
    play(2, 0, 0x90, 62, 100);
    send({});
    expect(midi.sent.map(({ data }) => data)).toEqual([
      [0x94, 60, 100],
      [0x84, 60, 64],
      [0x95, 62, 100],
      [0x85, 62, 64],
    ]);
  });

  it('are lost while it is unplugged, and continue when it is back', () => {
    midi.unplug(synth);
    play(3, 0, 0x90, 60, 100);
    vi.advanceTimersByTime(1_000);
    midi.plug('MODX:MODX 40:0');
    vi.advanceTimersByTime(1_000);
    play(3, 0, 0x90, 62, 100);
    expect(midi.sent).toEqual([{ to: 'MODX:MODX 40:0', data: [0x90, 62, 100] }]);
  });
});

describe('loops on a synth', () => {
  const drums = 0x10_0000;
  const loop = (timesMs: readonly number[], data: readonly number[], voidFromMs?: number) =>
    controller.receive({
      kind: 'loop',
      participant: drums,
      voidFromUs: voidFromMs === undefined ? undefined : nowUs() + voidFromMs * 1_000,
      timesUs: timesMs.map((timeMs) => nowUs() + timeMs * 1_000),
      data: Uint8Array.from(data),
    });
  const sent = () => midi.sent.map(({ data }) => data);

  it('are sent when due, on the channel they play on, until something of them is taken back', () => {
    midi.plug(synth);
    vi.advanceTimersByTime(1_000);
    send({ synth: synthName, channels: [[2, 5]] });
    loop([10, 20, 30], [0x99, 36, 100, 0x99, 38, 100, 0x99, 42, 100]);
    vi.advanceTimersByTime(11);
    loop([4], [0x99, 50, 90], 4);
    vi.advanceTimersByTime(40);
    expect(sent()).toEqual([
      [0x99, 36, 100],
      [0x99, 50, 90],
    ]);
  });

  it('end, and nothing more of them comes, when they begin again elsewhere', () => {
    send({ loopsPort: 'Roomtone Loops' });
    loop([0, 20], [0x90, 36, 100, 0x80, 36, 64]);
    play(2, 0, 0x90, 72, 100);
    controller.receive({ kind: 'silence', participant: 'loops' });
    vi.advanceTimersByTime(40);
    expect(midi.sent).toEqual([
      { to: 'Roomtone Loops', data: [0x90, 36, 100] },
      { to: 'Roomtone Loops', data: [0x80, 36, 64] },
    ]);
    send({});
    expect([...midi.made]).toEqual([]);
  });
});

describe('ports for other programs', () => {
  it('exist as long as their players, and end their notes on closing', () => {
    send({ ports: [[2, 'Roomtone Anna']] });
    play(2, 0, 0x91, 60, 100);
    send({ ports: [[3, 'Roomtone Ben']] });
    expect([...midi.made]).toEqual(['Roomtone Ben']);
    expect(midi.sent).toEqual([
      { to: 'Roomtone Anna', data: [0x91, 60, 100] },
      { to: 'Roomtone Anna', data: [0x81, 60, 64] },
    ]);
  });
});

describe('MIDI clock', () => {
  let beganUs = 0;
  beforeEach(() => {
    send({ clock: keyStepName });
    beganUs = nowUs();
  });
  const keep = (continuity: ClockContinuity, ...messages: (readonly [atMs: number, status: 0xf8 | 0xfa | 0xfc])[]) => {
    const timed = messages.map(([atMs, status]) => ({
      atUs: beganUs + atMs * 1_000,
      serviceUs: 77e6 + atMs * 1_000,
      status,
    }));
    controller.receive({ kind: 'beat-clock', continuity, messages: timed });
  };
  const sent = () => midi.sent.map(({ data }) => data[0]);

  it('is sent when due, and an update replaces what is pending', () => {
    keep('restart', [0, 0xfa], [2, 0xf8], [22, 0xf8], [42, 0xf8]);
    vi.advanceTimersByTime(23);
    // Messages already sent are repeated, with rounded times.
    keep('update', [0, 0xfa], [2, 0xf8], [22.001, 0xf8], [33, 0xf8]);
    vi.advanceTimersByTime(100);
    expect(sent()).toEqual([0xfa, 0xf8, 0xf8, 0xf8]);
  });

  it('loses nothing in an update, however late this machine’s timers are', () => {
    keep('restart', [0, 0xfa], [2, 0xf8], [22, 0xf8], [42, 0xf8]);
    vi.advanceTimersByTime(10);
    heldUpUs = 15_000;
    keep('update', [2, 0xf8], [22, 0xf8], [42, 0xf8]);
    vi.advanceTimersByTime(100);
    expect(sent()).toEqual([0xfa, 0xf8, 0xf8, 0xf8]);
  });

  it('starts once and stops once, however often that is repeated', () => {
    keep('restart', [0, 0xfa], [2, 0xf8]);
    keep('update', [0, 0xfa], [2, 0xf8], [10, 0xfc]);
    vi.advanceTimersByTime(20);
    keep('update', [0, 0xfa], [2, 0xf8], [10, 0xfc], [30, 0xfa], [32, 0xf8]);
    vi.advanceTimersByTime(20);
    keep('update', [0, 0xfa], [2, 0xf8], [10, 0xfc], [30, 0xfa], [32, 0xf8]);
    vi.advanceTimersByTime(100);
    expect(sent()).toEqual([0xfa, 0xf8, 0xfc, 0xfa, 0xf8]);
  });

  it('stops followers immediately when the metronome changes', () => {
    keep('restart', [0, 0xfa], [2, 0xf8], [22, 0xf8]);
    vi.advanceTimersByTime(10);
    keep('restart', [-5_000, 0xf8], [-4_980, 0xfa]);
    expect(sent()).toEqual([0xfa, 0xf8, 0xfc, 0xf8, 0xfa]);
  });

  it('stops followers when the output is taken away', () => {
    keep('restart', [0, 0xfa], [2, 0xf8], [22, 0xf8]);
    vi.advanceTimersByTime(10);
    send({});
    vi.advanceTimersByTime(100);
    expect(sent()).toEqual([0xfa, 0xf8, 0xfc]);
  });
});
