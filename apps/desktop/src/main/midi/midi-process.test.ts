import { EventEmitter } from 'node:events';
import type { MessagePortMain, UtilityProcess } from 'electron';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MidiProcess } from './midi-process.ts';

/** A process that the test can end, and the ports it was sent. */
class FakeProcess extends EventEmitter {
  readonly ports: unknown[] = [];
  isKilled = false;
  postMessage(_message: unknown, ports: unknown[]) {
    this.ports.push(...ports);
  }
  kill() {
    this.isKilled = true;
    return true;
  }
}

let processes: FakeProcess[];
let handed: { window: string; port: unknown }[];
let problems: string[];
let midi: MidiProcess<string>;

beforeEach(() => {
  vi.useFakeTimers();
  [processes, handed, problems] = [[], [], []];
  let channels = 0;
  midi = new MidiProcess<string>({
    fork: () => {
      const child = new FakeProcess();
      processes.push(child);
      // Electron's process has more, but nothing uses it.
      return child as unknown as UtilityProcess;
    },
    createChannel: () => {
      channels++;
      // The code passes ports on without using them.
      return { port1: `${channels} devices`, port2: `${channels} page` } as unknown as {
        port1: MessagePortMain;
        port2: MessagePortMain;
      };
    },
    handOver: (window, port) => handed.push({ window, port }),
    nowMs: () => performance.now(),
    onProblem: (problem) => problems.push(problem),
  });
});
afterEach(() => vi.useRealTimers());

it('one process gives each window that asks both ends of its own channel', () => {
  midi.open('first');
  midi.open('second');
  expect(processes.map(({ ports }) => ports)).toEqual([['1 devices', '2 devices']]);
  expect(handed).toEqual([
    { window: 'first', port: '1 page' },
    { window: 'second', port: '2 page' },
  ]);
});

it('restarts the process when it exits unexpectedly, and reconnects the window', () => {
  midi.open('window');
  processes[0]?.emit('exit', 9);
  expect(problems).toEqual(['the process of the MIDI devices ended with 9']);
  vi.advanceTimersByTime(1_000);
  expect(processes[1]?.ports).toEqual(['2 devices']);
  expect(handed.at(-1)).toEqual({ window: 'window', port: '2 page' });
});

it('connects the window that gets the focus, if it has asked before', () => {
  midi.open('first');
  midi.open('second');
  midi.focused('first');
  midi.focused('first');
  midi.focused('about');
  midi.closed('second');
  midi.focused('second');
  expect(handed.map(({ window }) => window)).toEqual(['first', 'second', 'first']);
});

it('ends with the app', () => {
  midi.open('window');
  midi.stop();
  expect(processes[0]?.isKilled).toBe(true);
  processes[0]?.emit('exit', 0);
  vi.advanceTimersByTime(60_000);
  expect(processes).toHaveLength(1);
});
