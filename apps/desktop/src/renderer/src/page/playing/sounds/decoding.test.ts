import { describe, expect, it } from 'vitest';
import { onset, to16Bit } from './decoding.ts';

describe('a recorded note', () => {
  it('starts just before its first audible sample, on either side', () => {
    const silent = new Float32Array(1_000).fill(0.001);
    const struck = silent.with(400, -0.2);
    expect(onset(struck, silent)).toBe(376);
    expect(onset(silent, struck)).toBe(376);
    expect(onset(Float32Array.of(0.5), Float32Array.of(0))).toBe(0);
    expect(onset(silent, silent)).toBe(0);
  });

  it('is stored as 16 bit, and values over full scale do not wrap', () => {
    expect([...to16Bit(Float32Array.of(9, 0, 1, -1, 1.5, -2, 0.5), 1)]).toEqual([
      0, 32_767, -32_767, 32_767, -32_767, 16_383,
    ]);
  });
});
