import { beforeEach, expect, test } from 'vitest';
import { BusUnavailable, type Follower, type RoomBus, type Version } from '../../src/ports/room-bus.ts';

export interface BusesUnderTest {
  /** Of two processes of one service. */
  readonly buses: readonly [RoomBus, RoomBus];
  /** Cuts the connection of the second, and makes it again. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Keeps what it is told. */
class Listener implements Follower {
  readonly heard: (string | readonly [Version, string])[] = [];
  #onHeard = () => {};

  onNews(version: Version, news: string): void {
    this.heard.push([version, news]);
    this.#onHeard();
  }

  onMessage(from: string, message: Buffer): void {
    this.heard.push(`${from} ${message.toString()}`);
    this.#onHeard();
  }

  async until(count: number): Promise<void> {
    while (this.heard.length < count) {
      await new Promise<void>((resolve) => {
        this.#onHeard = resolve;
      });
    }
  }

  get news(): string[] {
    return this.heard.flatMap((heard) => (typeof heard === 'string' ? [] : [heard[1]]));
  }
}

let made = 0;

/** Every RoomBus passes this suite. */
export function roomBusContract(setUp: () => Promise<BusesUnderTest>): void {
  let subject: BusesUnderTest;
  let one: RoomBus;
  let two: RoomBus;
  let roomId = '';
  const bytes = (text: string) => new TextEncoder().encode(text);

  beforeEach(async () => {
    subject = await setUp();
    [one, two] = subject.buses;
    roomId = `room-${++made}`;
  });

  test('ports: the followers of a room get all news and messages in one order, with the numbers of its states', async () => {
    const [first, second] = [new Listener(), new Listener()];
    await Promise.all([one.follow(roomId, first), two.follow(roomId, second)]);
    const commits: Promise<unknown>[] = [];
    for (let index = 0; index < 50; index++) {
      const bus = index % 3 === 0 ? one : two;
      commits.push(bus.commit(roomId, { news: `${index}` }));
    }
    await Promise.all(commits);
    await Promise.all([first.until(50), second.until(50)]);
    expect(first.heard).toEqual(second.heard);
    const numbers = first.heard.map((heard) => (typeof heard === 'string' ? 0 : heard[0].number));
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  test('ports: messages reach the other followers, in the order of their sender and among the news', async () => {
    const [first, second] = [new Listener(), new Listener()];
    await Promise.all([one.follow(roomId, first), two.follow(roomId, second)]);
    one.send(roomId, [bytes('a'), bytes('b')]);
    await one.commit(roomId, { news: 'between' });
    one.send(roomId, [bytes('c')]);
    await second.until(3);
    const [ab, between, c] = second.heard;
    expect([ab, c]).toEqual([`${one.processId} ab`, `${one.processId} c`]);
    expect(between?.[1]).toBe('between');
    await first.until(1);
    expect(first.heard, 'nothing of its own but news').toHaveLength(1);
  });

  test('ports: a commit changes fields, and somebody who follows later gets them', async () => {
    await one.commit(roomId, {
      put: new Map([
        ['a', '1'],
        ['b', 'zwölf'],
      ]),
      news: '',
    });
    await two.commit(roomId, { put: new Map([['c', '3']]), remove: ['a'], admits: true, news: '' });
    const state = await one.follow(roomId, new Listener());
    expect(state.fields).toEqual(
      new Map([
        ['b', 'zwölf'],
        ['c', '3'],
      ]),
    );
    expect(state).toMatchObject({ admissions: 1, version: { number: 2 } });
    expect(await two.read(roomId)).toEqual(state);
  });

  test('ports: of several who commit on the same number of admissions, one succeeds', async () => {
    const listener = new Listener();
    const { admissions } = await one.follow(roomId, listener);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : two).commit(roomId, {
          admissions,
          admits: true,
          put: new Map([['who', `${index}`]]),
          news: `${index}`,
        }),
      ),
    );
    const winners = outcomes.flatMap((outcome, index) => (outcome === 'done' ? [`${index}`] : []));
    expect(winners).toHaveLength(1);
    expect((await two.read(roomId)).fields.get('who')).toBe(winners[0]);
    await listener.until(1);
    expect(listener.news).toEqual(winners);
  });

  test('ports: a commit that requires the text of a field is refused with another', async () => {
    await one.commit(roomId, { put: new Map([['a', '1']]), news: '' });
    const requires = (text: string) => ({ requires: { field: 'a', text }, remove: ['a'], news: '' });
    expect(await two.commit(roomId, requires('2'))).toBe('refused');
    expect(await two.commit(roomId, requires('1'))).toBe('done');
    expect(await one.commit(roomId, requires('1'))).toBe('refused');
  });

  test('ports: a commit that requires a field without a text is refused if there is one', async () => {
    const commit = () =>
      two.commit(roomId, { requires: { field: 'b', text: '' }, put: new Map([['b', '1']]), news: '' });
    expect(await Promise.all([commit(), commit()])).toEqual(['done', 'refused']);
  });

  test('ports: who no longer follows a room hears nothing of it', async () => {
    const [first, second] = [new Listener(), new Listener()];
    await Promise.all([one.follow(roomId, first), two.follow(roomId, second)]);
    two.unfollow(roomId);
    await one.commit(roomId, { news: 'news' });
    await first.until(1);
    await two.read(roomId);
    expect(second.heard).toEqual([]);
  });

  test('ports: a process is alive until it says goodbye', async () => {
    expect(await one.living([one.processId, two.processId, 'nobody'])).toEqual(new Set([one.processId, two.processId]));
    await two.close();
    expect(await one.living([two.processId])).toEqual(new Set());
  });

  test('ports: without a connection nothing waits, and the followers hear again afterwards', async () => {
    const listener = new Listener();
    await two.follow(roomId, listener);
    const changes: boolean[] = [];
    const changed = (isUp: boolean) =>
      new Promise<void>((resolve) => {
        two.onChange = () => {
          changes.push(two.isUp);
          if (two.isUp === isUp) resolve();
        };
      });
    const down = changed(false);
    await subject.cut();
    await down;
    expect(two.isUp).toBe(false);
    await expect(two.commit(roomId, { news: 'lost' })).rejects.toBeInstanceOf(BusUnavailable);
    await expect(two.read(roomId)).rejects.toBeInstanceOf(BusUnavailable);
    two.send(roomId, [bytes('lost')]);
    const up = changed(true);
    await subject.mend();
    await up;
    await one.commit(roomId, { news: 'afterwards' });
    await listener.until(1);
    expect(listener.news).toEqual(['afterwards']);
    expect(changes).toEqual([false, true]);
  });
}
