/** The built storage worker: loading it from its sources would take longer than most tests. */
export const storageWorker = new URL('../../dist/sqlite-worker.js', import.meta.url);
