import { directLimits, readDatagram } from '@roomtone/protocol';
import { describe, expect, test } from 'vitest';
import { type DirectListener, DirectSender } from './direct-sender.ts';

function stage() {
  const state = { nowUs: 1_000_000, timers: [] as (() => void)[] };
  const sender = new DirectSender({
    nowUs: () => state.nowUs,
    wallMs: () => 0,
    setTimeout: (run) => state.timers.push(run),
    clearTimeout: () => {},
  });
  const listener = (): DirectListener & { readonly got: Uint8Array[] } => {
    const got: Uint8Array[] = [];
    const one = { got, isWanted: true, isReached: false, send: (datagram: Uint8Array) => void got.push(datagram) };
    sender.add(one);
    return one;
  };
  const play = async (bytes: number, count = 1) => {
    for (let sent = 0; sent < count; sent++) sender.send(new Uint8Array(bytes));
    await Promise.resolve();
  };
  return { sender, listener, play, state };
}

describe('R25.8: notes sent directly', () => {
  test('go to all listeners in one datagram for each task, made once', async () => {
    const { listener, play } = stage();
    const [one, two] = [listener(), listener()];
    await play(30, 3);
    expect(one.got).toHaveLength(1);
    expect(one.got[0]).toBe(two.got[0]);
    expect(readDatagram(one.got[0] ?? new Uint8Array()).frames).toHaveLength(3);
  });

  test('go four times a second to those who want none', async () => {
    const { sender, listener, play, state } = stage();
    const resting = listener();
    sender.reported(resting, { wanted: false, received: 0, lost: 0, direct: [] });
    for (let ms = 0; ms < 1_000; ms += 10) {
      await play(30);
      state.nowUs += 10_000;
    }
    expect(resting.got).toHaveLength(4);
  });

  test('take 24 KiB a second at most over all listeners together', async () => {
    const { listener, play, state } = stage();
    const all = Array.from({ length: directLimits.channels }, listener);
    const bytes = () => all.flatMap(({ got }) => got).reduce((sum, { byteLength }) => sum + byteLength, 0);
    for (let sent = 0; sent < 20; sent++) await play(500);
    expect(bytes()).toBeLessThanOrEqual(directLimits.bytesPerSecond);
    expect(bytes()).toBeGreaterThan(directLimits.bytesPerSecond * 0.9);
    const before = bytes();
    state.nowUs += 1_000_000;
    await play(500);
    expect(bytes()).toBeGreaterThan(before);
  });

  test('go first to those who lose most, and last to those who want none', async () => {
    const { sender, listener, play } = stage();
    const [resting, calm, lossy] = [listener(), listener(), listener()];
    sender.reported(resting, { wanted: false, received: 10, lost: 10, direct: [] });
    sender.reported(calm, { wanted: true, received: 99, lost: 1, direct: [] });
    sender.reported(lossy, { wanted: true, received: 90, lost: 10, direct: [] });
    const order: string[] = [];
    for (const [name, one] of Object.entries({ resting, calm, lossy })) one.send = () => void order.push(name);
    await play(30);
    expect(order.splice(0)).toEqual(['lossy', 'calm', 'resting']);
    sender.reported(calm, { wanted: true, received: 109, lost: 11, direct: [] });
    await play(30);
    expect(order).toEqual(['calm', 'lossy']);
  });
});
