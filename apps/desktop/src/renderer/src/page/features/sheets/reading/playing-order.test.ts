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

  it('begins the repeat of a trio after the end of what comes before it', () => {
    expect(playingOrder([{}, { fine: true }, {}, { times: 2 }, { daCapo: true, until: 'fine' }])).toEqual([
      0, 1, 2, 3, 2, 3, 4, 0, 1,
    ]);
  });

  it('goes on after the last ending, even where a repeat sign ends it', () => {
    const marks = [{ startsRepeat: true }, { endings: [1], times: 2 }, { endings: [2], times: 2 }];
    expect(playingOrder([...marks, { startsRepeat: true, times: 2 }])).toEqual([0, 1, 0, 2, 3, 3]);
  });

  it('jumps to the beginning or the segno once, then to the coda or the end, with last endings', () => {
    expect(playingOrder([{}, { fine: true }, { daCapo: true }])).toEqual([0, 1, 2, 0, 1]);
    const coda = [{}, { segno: 'sign' }, { toCoda: 'sign' }, { dalSegno: 'sign' }, { coda: 'sign' }];
    expect(playingOrder(coda)).toEqual([0, 1, 2, 3, 1, 2, 4]);
    const endings = [{}, { endings: [1], times: 2 }, { endings: [2] }, { daCapo: true }];
    expect(playingOrder(endings)).toEqual([0, 1, 0, 2, 3, 0, 2, 3]);
  });

  it('repeats what stands inside an ending, and loses nothing after an ending that nobody closed', () => {
    const nested = [{}, { endings: [1] }, { endings: [1], startsRepeat: true, times: 2 }, { endings: [1], times: 2 }];
    expect(playingOrder([...nested, { endings: [2] }, {}])).toEqual([0, 1, 2, 2, 3, 0, 4, 5]);
    expect(playingOrder([{}, { endings: [1, 2, 3], times: 2 }, { endings: [4] }])).toEqual([0, 1, 0, 1, 0, 1, 0, 2]);
  });

  it('takes several jumps, each once, to the sign that it names and as far as it says', () => {
    const two = [{}, { daCapo: true }, { segno: 'sign' }, { dalSegno: 'sign' }, {}];
    expect(playingOrder(two)).toEqual([0, 1, 0, 1, 2, 3, 2, 3, 4]);
    const named = [{ segno: 'a' }, { segno: 'b' }, { dalSegno: 'a', until: 'fine' as const }, { fine: true }];
    expect(playingOrder(named)).toEqual([0, 1, 2, 0, 1, 2, 3]);
    const toCoda = [{}, { fine: true }, { toCoda: 'sign' }, { daCapo: true, until: 'coda' as const }, { coda: 'sign' }];
    expect(playingOrder(toCoda)).toEqual([0, 1, 2, 3, 0, 1, 2, 4]);
  });

  it('comes to an end with marks that make no sense', () => {
    expect(
      playingOrder([
        { endings: [2], times: 2 },
        { dalSegno: 'sign', fine: true },
      ]),
    ).toEqual([0, 0, 1, 0, 1]);
    expect(playingOrder([{ endings: [1], times: 2 }])).toEqual([0]);
    expect(playingOrder([])).toEqual([]);
  });
});
