/** As many values as one statement takes for sure, in every dialect. */
const maxValues = 500;

/** Asks about any number of values, some at a time; resolves with all that was found. */
export async function inChunks<T, R>(values: readonly T[], ask: (some: readonly T[]) => Promise<readonly R[]>) {
  const found: R[] = [];
  for (let start = 0; start < values.length; start += maxValues) {
    found.push(...(await ask(values.slice(start, start + maxValues))));
  }
  return found;
}
