/** Every SQL dialect accepts this many values in one statement. */
const maxValues = 500;

/** Runs a query for any number of values, a chunk at a time; resolves with all rows. */
export async function inChunks<T, R>(values: readonly T[], query: (chunk: readonly T[]) => Promise<readonly R[]>) {
  const found: R[] = [];
  for (let start = 0; start < values.length; start += maxValues) {
    found.push(...(await query(values.slice(start, start + maxValues))));
  }
  return found;
}
