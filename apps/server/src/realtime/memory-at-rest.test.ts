import { expect, test, vi } from 'vitest';
import { FakeTime } from '../../test/realtime/fake-time.ts';
import { giveMemoryBackAtRest } from './memory-at-rest.ts';

function server() {
  const time = new FakeTime();
  const counters = { notesIn: 0 };
  const state = { connections: 0 };
  const giveBack = vi.fn();
  giveMemoryBackAtRest({ scheduler: time, counters, connections: () => state.connections, giveBack });
  /** Ten seconds in which so many are connected. */
  const pass = (connections: number, notes = 0) => {
    state.connections = connections;
    for (let second = 0; second < 10; second++) {
      counters.notesIn += notes;
      time.advance(1_000);
    }
  };
  return { pass, giveBack };
}

test('memory is given back when many have gone and nobody plays', () => {
  const { pass, giveBack } = server();
  pass(4_000);
  expect(giveBack).not.toHaveBeenCalled();
  pass(0);
  expect(giveBack).toHaveBeenCalledTimes(1);
  for (let more = 0; more < 10; more++) pass(0);
  // Once more, for what was still closing.
  expect(giveBack).toHaveBeenCalledTimes(2);
  pass(300);
  pass(0);
  expect(giveBack).toHaveBeenCalledTimes(3);
});

test('nothing is stopped while somebody plays; once they rest it is made up for', () => {
  const { pass, giveBack } = server();
  pass(4_000);
  pass(2, 20);
  pass(2, 20);
  expect(giveBack).not.toHaveBeenCalled();
  pass(2);
  pass(2);
  expect(giveBack).toHaveBeenCalledTimes(1);
});

test('what 199 leave behind, or fewer than stay, stays; of 200 it is given back', () => {
  const { pass, giveBack } = server();
  pass(199);
  pass(0);
  pass(1_000);
  pass(600);
  expect(giveBack).not.toHaveBeenCalled();
  const other = server();
  other.pass(200);
  other.pass(0);
  expect(other.giveBack).toHaveBeenCalledTimes(1);
});
