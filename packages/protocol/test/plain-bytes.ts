/**
 * The same value with every byte array as a plain Uint8Array. In Node the codec returns some as Buffers, which behave
 * like Uint8Arrays except in an equality check.
 */
export function plainBytes<T>(value: T): T {
  if (value instanceof Uint8Array) return Uint8Array.from(value) as T;
  if (Array.isArray(value)) return value.map(plainBytes) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainBytes(item)])) as T;
}
