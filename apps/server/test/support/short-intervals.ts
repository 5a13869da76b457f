/** Node's options for a server whose storage's intervals and timeout of a stop are a tenth of what they should be. */
export const shortIntervals = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    for (const name of ['setInterval', 'setTimeout']) {
      const set = globalThis[name];
      globalThis[name] = (act, ms, ...more) => set(act, [500, 7000, 9000].includes(ms) ? ms / 10 : ms, ...more);
    }
  `)}`,
];
