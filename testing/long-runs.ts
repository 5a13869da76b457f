/** True in `npm run test:long`. */
export const isLong = process.env['ROOMTONE_TEST_LONG'] === '1';

/** All of these in long runs; otherwise the first ones, which should be those that fail most likely. */
export function allOrFirst<T>(all: readonly T[], count = 1): readonly T[] {
  return isLong ? all : all.slice(0, count);
}

/** This many random cases in long runs, and a quarter of them otherwise. */
export function draws(count: number): number {
  return isLong ? count : Math.ceil(count / 4);
}
