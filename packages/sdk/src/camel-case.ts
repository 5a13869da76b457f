// REST writes names with underscores and times as text. Programs get names in camelCase and times in ms since 1970, as from
// the WebSocket.

type CamelName<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<CamelName<Rest>>}` : Name;

/** The names that hold times; keep it like isTime(). */
type TimeName = `${string}_at` | 'until' | 'active_until' | 'last_used' | 'last_seen' | 'last_activity' | 'timestamp';

type Timed<Value> = Value extends string ? number : Value;

/** A REST body or view with names in camelCase, and with times in ms since 1970. */
export type Camel<Value> = Value extends readonly (infer Item)[]
  ? readonly Camel<Item>[]
  : Value extends object
    ? {
        readonly [Name in keyof Value as CamelName<Name>]: Name extends TimeName
          ? Timed<Value[Name]>
          : Camel<Value[Name]>;
      }
    : Value;

export function camelName(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Changes the names and times of an answer. */
export function camelCased(value: unknown): unknown {
  return renamed(value, camelName, (name, inner) =>
    typeof inner === 'string' && isTime(name) ? Date.parse(inner) : camelCased(inner),
  );
}

/** Changes the names of a body. */
export function snakeCased(value: unknown): unknown {
  const snakeName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return renamed(value, snakeName, (_, inner) => snakeCased(inner));
}

function isTime(name: string): boolean {
  return /(^|_)(at|until)$|^last_|^timestamp$/.test(name);
}

function renamed(
  value: unknown,
  nameOf: (name: string) => string,
  inside: (name: string, inner: unknown) => unknown,
): unknown {
  if (Array.isArray(value)) return value.map((item) => inside('', item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [nameOf(name), inside(name, inner)]));
}
