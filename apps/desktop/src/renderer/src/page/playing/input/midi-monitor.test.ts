import { expect, it } from 'vitest';
import { MidiMonitor } from './midi-monitor.ts';

it('the MIDI monitor keeps the last messages, newest first, and notifies its listener', () => {
  const monitor = new MidiMonitor();
  let calls = 0;
  const stop = monitor.watch(() => calls++);
  expect(monitor.messages).toEqual([]);
  for (let note = 0; note < 70; note++) monitor.receive('Launchkey', Uint8Array.of(0x90, note, 64), note);
  stop();
  monitor.receive('Pads', Uint8Array.of(0xf8), 70);
  expect(calls).toBe(70);
  expect(monitor.messages).toHaveLength(64);
  expect(monitor.messages.map(({ timeUs }) => timeUs)).toEqual(Array.from({ length: 64 }, (_, index) => 70 - index));
  expect(monitor.messages[0]).toMatchObject({ device: 'Pads', kind: 'System' });
});
