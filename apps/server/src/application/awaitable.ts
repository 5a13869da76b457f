/** A value, or one that is still to come. What is there already is used at once, without a promise. */
export type Awaitable<Value> = Value | Promise<Value>;

/** Uses a value now if it is there, else when it comes. */
export function whenThere<Value, Used>(
  value: Awaitable<Value>,
  use: (value: Value) => Awaitable<Used>,
): Awaitable<Used> {
  return value instanceof Promise ? value.then(use) : use(value);
}
