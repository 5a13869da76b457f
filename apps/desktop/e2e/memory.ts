// Scripts that run in a page before its own.

/** Makes the page believe that it has memory for the whole piano. */
export function beRoomy(): void {
  Object.defineProperty(Navigator.prototype, 'deviceMemory', { configurable: true, get: () => 8 });
}

/**
 * Makes the page believe that it has memory for one layer of the piano only, and leaves one in four recordings of that,
 * which play the notes between them, too: decoding takes longer than most tests.
 */
export function loadLittle(): void {
  interface Sample {
    readonly key: number;
  }
  interface Index {
    readonly piano: { readonly layers: readonly { samples: readonly Sample[] }[]; releases: readonly Sample[] };
  }
  Object.defineProperty(Navigator.prototype, 'deviceMemory', { configurable: true, get: () => 2 });
  const someOf = (all: readonly Sample[]) =>
    all.toSorted((a, b) => a.key - b.key).filter((_, index) => index % 4 === 0);
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (input !== '/sounds.json' || !response.ok) return response;
    const index: Index = await response.json();
    for (const layer of index.piano.layers) layer.samples = someOf(layer.samples);
    index.piano.releases = someOf(index.piano.releases);
    return Response.json(index);
  };
}
/**
 * Gives the page's sound a buffer of a tenth of a second instead of the shortest one. With the shortest the browser wakes
 * three threads for every 3 ms, which takes most of a core even in silence; most tests do not ask how soon a note sounds.
 */
export function bufferSound(): void {
  const { AudioContext } = globalThis;
  globalThis.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super({ ...options, latencyHint: 0.1 });
    }
  };
}
