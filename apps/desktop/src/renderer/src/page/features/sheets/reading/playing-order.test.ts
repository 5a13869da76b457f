import { describe, expect, it } from 'vitest';
import { playingOrder } from './playing-order.ts';

describe('the order in which measures are played', () => {
  it('follows repeats, as often as they say', () => {
    expect(playingOrder([{}, { times: 2 }, {}])).toEqual([0, 1, 0, 1, 2]);
    expect(playingOrder([{}, { startsRepeat: true }, { times: 3 }, {}])).toEqual([0, 1, 2, 1, 2, 1, 2, 3]);
    expect(playingOrder([{ times: 2 }, { times: 2 }])).toEqual([0, 0, 1, 1]);
  });

  it('takes each ending in its turn', () => {
    const marks = [{ startsRepeat: true }, { endings: [1], times: 2 }, { endings: [2] }, {}];
    expect(playingOrder(marks)).toEqual([0, 1, 0, 2, 3]);
    const three = [{ startsRepeat: true }, { endings: [1, 2], times: 2 }, { endings: [3] }, {}, { times: 2 }];
    expect(playingOrder(three)).toEqual([0, 1, 0, 1, 0, 2, 3, 4, 3, 4]);
  });

  it('jumps to the beginning or the segno once, then to the coda or the end, with last endings', () => {
    expect(playingOrder([{}, { fine: true }, { daCapo: true }])).toEqual([0, 1, 2, 0, 1]);
    const coda = [{}, { segno: true }, { toCoda: true }, { dalSegno: true }, { coda: true }];
    expect(playingOrder(coda)).toEqual([0, 1, 2, 3, 1, 2, 4]);
    const endings = [{}, { endings: [1], times: 2 }, { endings: [2] }, { daCapo: true }];
    expect(playingOrder(endings)).toEqual([0, 1, 0, 2, 3, 0, 2, 3]);
  });

  it('comes to an end with marks that make no sense', () => {
    expect(
      playingOrder([
        { endings: [2], times: 2 },
        { dalSegno: true, fine: true },
      ]),
    ).toEqual([1, 0, 1]);
    expect(playingOrder([{ endings: [1], times: 2 }])).toEqual([0]);
    expect(playingOrder([])).toEqual([]);
  });
});
