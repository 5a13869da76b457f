import { expect, test, vi } from 'vitest';
import { FakeTime } from '../../../test/realtime/fake-time.ts';
import { returnMemoryWhenIdle } from './idle-memory.ts';

function server() {
  const time = new FakeTime();
  const counters = { notesIn: 0 };
  const state = { connections: 0, bytes: 100_000_000 };
  const collectGarbage = vi.fn();
  returnMemoryWhenIdle({
    scheduler: time,
    counters,
    connections: () => state.connections,
    residentBytes: () => state.bytes,
    collectGarbage,
  });
  /** Lets ten seconds pass with this number of connections. */
  const pass = (connections: number, notes = 0) => {
    state.connections = connections;
    for (let second = 0; second < 10; second++) {
      counters.notesIn += notes;
      time.advance(1_000);
    }
  };
  return { pass, state, collectGarbage };
}

test('garbage is collected when many connections have closed and nobody plays', () => {
  const { pass, collectGarbage } = server();
  pass(4_000);
  expect(collectGarbage).not.toHaveBeenCalled();
  pass(0);
  expect(collectGarbage).toHaveBeenCalledTimes(1);
  for (let more = 0; more < 10; more++) pass(0);
  // The second time is for sockets that were still closing.
  expect(collectGarbage).toHaveBeenCalledTimes(2);
  pass(300);
  pass(0);
  expect(collectGarbage).toHaveBeenCalledTimes(3);
});

test('nothing is collected while somebody plays, and then once they stop', () => {
  const { pass, collectGarbage } = server();
  pass(4_000);
  pass(2, 20);
  pass(2, 20);
  expect(collectGarbage).not.toHaveBeenCalled();
  pass(2);
  pass(2);
  expect(collectGarbage).toHaveBeenCalledTimes(1);
});

test('garbage is collected for 200 closed connections, but not for 199 or for fewer than are still open', () => {
  const { pass, collectGarbage } = server();
  pass(199);
  pass(0);
  pass(1_000);
  pass(600);
  expect(collectGarbage).not.toHaveBeenCalled();
  const other = server();
  other.pass(200);
  other.pass(0);
  expect(other.collectGarbage).toHaveBeenCalledTimes(1);
});

test('garbage is collected when memory has grown by 16 MiB, once nobody plays, and only once for the same growth', () => {
  const { pass, state, collectGarbage } = server();
  const mib = 1024 * 1024;
  pass(2);
  state.bytes += 16 * mib - 1;
  pass(2);
  expect(collectGarbage).not.toHaveBeenCalled();
  state.bytes += 1;
  pass(2, 20);
  expect(collectGarbage).not.toHaveBeenCalled();
  pass(2);
  expect(collectGarbage).toHaveBeenCalledTimes(1);
  // Memory that a collection does not free is in use.
  pass(2);
  pass(2);
  expect(collectGarbage).toHaveBeenCalledTimes(1);
  state.bytes -= 40 * mib;
  pass(2);
  state.bytes += 16 * mib;
  pass(2);
  expect(collectGarbage).toHaveBeenCalledTimes(2);
});
