/** Node's options for a server in which timers of these lengths, ms, take a tenth of it. */
function tenthsOf(...lengthsMs: number[]): string[] {
  const text = `
    for (const name of ['setInterval', 'setTimeout']) {
      const set = globalThis[name];
      globalThis[name] = (act, ms, ...more) => set(act, ${JSON.stringify(lengthsMs)}.includes(ms) ? ms / 10 : ms, ...more);
    }
  `;
  return ['--import', `data:text/javascript,${encodeURIComponent(text)}`];
}

/** The storage's intervals and the timeout of a stop. */
export const shortIntervals = tenthsOf(500, 7000, 9000);

/** The interval at which a server looks for what commands have changed. */
export const shortChecks = tenthsOf(5000);
