/** A value, or a promise of it. A value that is already there needs no promise. */
export type Awaitable<Value> = Value | Promise<Value>;

/** Passes on a value: now if it is there, else once the promise resolves. */
export function whenThere<Value, Used>(
  value: Awaitable<Value>,
  use: (value: Value) => Awaitable<Used>,
): Awaitable<Used> {
  return value instanceof Promise ? value.then(use) : use(value);
}
