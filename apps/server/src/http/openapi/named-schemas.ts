import * as shapes from '@roomtone/protocol/rest';

/** Marks a copy of a shape until it moves into the document's components. */
const mark = 'x-name';

/** Where the name in the document differs from the one in the protocol, which also has the word View in it. */
const otherNames: Readonly<Record<string, string>> = { RoomDetails: 'Room' };

/** The exported objects and enums of the REST protocol, each with its name in the document. */
const names = new Map<unknown, string>(
  Object.entries(shapes)
    .filter(([, shape]) => isNamed(shape))
    .map(([name, shape]) => [shape, otherNames[name] ?? name.replace(/View$/, '')]),
);

/** A copy of a route's schema in which every shape of the REST protocol carries its name. */
export function markShapes<T>(schema: T): T {
  return copied(schema) as T;
}

function copied(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(copied);
  if (!isObject(node)) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, copied(value)]));
  const name = names.get(node);
  return name === undefined ? copy : { ...copy, [mark]: name };
}

/**
 * Moves every marked shape below `node` into `components` and leaves a reference in its place, so that generated clients have one
 * type for each, such as Room.
 */
export function moveShapes(node: unknown, components: Record<string, unknown>): void {
  if (!isObject(node)) return;
  for (const [key, child] of Object.entries(node)) {
    moveShapes(child, components);
    if (!isObject(child) || typeof child[mark] !== 'string') continue;
    const { [mark]: name, ...shape } = child;
    components[name as string] ??= shape;
    node[key] = { $ref: `#/components/schemas/${name}` };
  }
}

function isNamed(shape: unknown): boolean {
  return isObject(shape) && (shape['type'] === 'object' || Array.isArray(shape['enum']));
}

function isObject(node: unknown): node is Record<string, unknown> {
  return typeof node === 'object' && node !== null;
}
