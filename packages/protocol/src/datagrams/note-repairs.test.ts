import { describe, expect, test } from 'vitest';
import { NoteMerge } from './note-merge.ts';

/** One sender's messages on both paths, and the number of repairs. */
class Paths {
  repairs = 0;
  isInUse = true;
  readonly #merge = new NoteMerge<number>(
    () => {},
    () => this.repairs++,
  );

  datagram(...numbers: readonly number[]): void {
    for (const number of numbers) if (this.#merge.fromDatagram(number, number, this.isInUse)) this.#merge.playNext();
  }

  webSocket(from: number, to = from): void {
    for (let number = from; number <= to; number++)
      if (this.#merge.fromWebSocket(number, this.isInUse)) this.#merge.playNext();
  }
}

describe('R17.14: repairs', () => {
  test('are the messages that the WebSocket brought and no datagram did, once 32 later ones have come', () => {
    const paths = new Paths();
    paths.datagram(1);
    paths.webSocket(1, 3);
    paths.datagram(4);
    paths.webSocket(4);
    for (let number = 5; number <= 33; number++) {
      paths.datagram(number);
      paths.webSocket(number);
    }
    paths.datagram(34, 35);
    expect(paths.repairs).toBe(0);
    paths.webSocket(34);
    expect(paths.repairs).toBe(1);
    paths.webSocket(35);
    expect(paths.repairs).toBe(2);
    paths.datagram(...Array.from({ length: 65 }, (_, index) => 36 + index));
    paths.webSocket(36, 100);
    expect(paths.repairs).toBe(2);
  });

  test('are none where a datagram came later than the WebSocket, or waited for an earlier one', () => {
    const paths = new Paths();
    paths.datagram(1);
    paths.webSocket(1, 32);
    paths.datagram(...Array.from({ length: 31 }, (_, index) => 32 - index));
    paths.datagram(34);
    paths.webSocket(33, 34);
    paths.datagram(33);
    paths.isInUse = false;
    paths.webSocket(35, 200);
    expect(paths.repairs).toBe(0);
  });

  test('are none where datagrams are not in use, and before they have brought a message', () => {
    const paths = new Paths();
    paths.webSocket(1, 50);
    paths.datagram(51);
    paths.webSocket(51);
    paths.isInUse = false;
    paths.webSocket(52, 60);
    paths.datagram(60);
    paths.webSocket(61, 100);
    paths.isInUse = true;
    paths.webSocket(101, 149);
    paths.datagram(150);
    paths.webSocket(150);
    expect(paths.repairs).toBe(0);
    paths.webSocket(151, 200);
    expect(paths.repairs).toBe(200 - 32 - 150);
  });

  test('count only what the WebSocket brought, however far the numbers jump', () => {
    const paths = new Paths();
    paths.datagram(1);
    paths.webSocket(1, 3);
    paths.webSocket(2 ** 40);
    expect(paths.repairs).toBe(2);
    paths.webSocket(2 ** 40 + 32);
    expect(paths.repairs).toBe(3);
  });
});
