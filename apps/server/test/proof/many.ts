/** Groups of `size` items, and a last one with the rest. */
export function* inBatches<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const each of all) {
    batch.push(each);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Calls `work` for each item, `atOnce` at a time. */
export async function inParallel<T>(
  atOnce: number,
  all: Iterable<T>,
  work: (each: T, index: number) => Promise<void>,
): Promise<void> {
  const rest = all[Symbol.iterator]();
  let begun = 0;
  const worker = async () => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) await work(next.value, begun++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
