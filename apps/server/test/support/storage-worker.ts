/** The storage thread as it was built: to read all of its sources anew takes longer than most tests. */
export const storageWorker = new URL('../../dist/sqlite-worker.js', import.meta.url);
