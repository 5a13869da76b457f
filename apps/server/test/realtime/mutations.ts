import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The golden frames, including the invalid ones. */
export function goldenFrames(): Uint8Array[] {
  return ['frames', 'tolerated', 'invalid'].flatMap((name) => {
    const file = new URL(`../../../../packages/protocol/vectors/${name}.json`, import.meta.url);
    const vectors = JSON.parse(readFileSync(file, 'utf8')) as { readonly hex: string }[];
    return vectors.map(({ hex }) => Uint8Array.from(Buffer.from(hex, 'hex')));
  });
}

/** Frames of the corpus with one or two mutations; the same ones for the same seed. */
export function* mutations(seed: number, corpus: readonly Uint8Array[], count: number): Generator<Uint8Array> {
  const random = randomFrom(seed);
  const pick = () => corpus[random(corpus.length)] ?? new Uint8Array();
  for (let made = 0; made < count; made++) {
    let bytes = [...pick()];
    for (let changes = 1 + (random(4) >> 1); changes > 0; changes--) bytes = mutated(bytes, random, pick);
    yield Uint8Array.from(bytes);
  }
}

/** Bytes in use after a garbage collection. */
export function usedHeap(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  return process.memoryUsage().heapUsed;
}

function mutated(bytes: number[], random: (below: number) => number, pick: () => Uint8Array): number[] {
  const at = random(bytes.length + 1);
  const to = Math.min(bytes.length, at + random(8));
  switch (random(8)) {
    case 0:
      return bytes.map((byte, index) => (index === at ? random(256) : byte));
    case 1:
      return bytes.map((byte, index) => (index === at ? byte ^ (1 << random(8)) : byte));
    case 2:
      return bytes.slice(0, at);
    case 3:
      return [...bytes.slice(0, at), ...bytes.slice(to)];
    case 4:
      return [...bytes.slice(0, to), ...bytes.slice(at)];
    case 5:
      return [...bytes.slice(0, at), ...pick()];
    case 6:
      return [...bytes.slice(0, at), ...Array.from({ length: random(12) }, () => random(256)), ...bytes.slice(at)];
    default:
      // A length or number that is far too large.
      return [...bytes.slice(0, at), ...new Array(random(11)).fill(0xff), random(128), ...bytes.slice(at)];
  }
}

/** A generator of pseudo-random integers below a limit (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
