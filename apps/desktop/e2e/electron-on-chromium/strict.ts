import { readElectronTypes } from './electron-types.ts';

// The stand-in accepts only what Electron's type declarations allow, because a friendly one would hide mistakes that only
// real Electron shows.

const types = readElectronTypes();
const emitters = new Set(['on', 'once', 'off', 'addListener', 'removeListener']);
/** Members of every object, and of every emitter, that the declarations leave out. */
const ofNode = new Set(['constructor', 'then', 'toJSON', 'emit', 'listenerCount', 'removeAllListeners', 'eventNames']);
const made = new WeakMap<object, object>();
/** Members that answer after their object was destroyed. */
const outlives = new Set(['isDestroyed', 'id', ...emitters, ...ofNode]);
let isReady = false;

/** Call it when the app is ready. */
export function becomeReady(): void {
  isReady = true;
}

/** @throws {Error} before the app is ready, when Electron would. */
export function needReady(what: string): void {
  if (!isReady) throw new TypeError(`${what} was used before the app was ready`);
}

/** @throws {Error} once the app is ready, when Electron would. */
export function needEarly(what: string): void {
  if (isReady) throw new Error(`${what} was used after the app was ready`);
}

const destroyed = new WeakSet<object>();

/** From now on the object throws for everything but isDestroyed(), `id` and its listeners, as Electron's own do. */
export function becomeDestroyed(target: object): void {
  destroyed.add(target);
}

/**
 * The same object for callers who may use only what Electron declares: unknown members and unknown events throw, and so do
 * known members that the stand-in does not have.
 * @param type the class or interface of Electron's that it stands in for.
 */
export function strict<T extends object>(type: string, target: T): T {
  const before = made.get(target);
  if (before !== undefined) return before as T;
  const proxy = new Proxy(target, {
    get(_target, name) {
      if (destroyed.has(target) && typeof name === 'string' && !outlives.has(name)) {
        throw new TypeError('Object has been destroyed');
      }
      // Private fields belong to the object itself.
      const value: unknown = Reflect.get(target, name, target);
      if (typeof name === 'symbol') return value;
      if (!ofNode.has(name) && memberOf(type, name) === undefined && !emitters.has(name)) {
        throw new TypeError(`Electron's ${type} has no ${name}`);
      }
      if (value === undefined && !(name in target) && !ofNode.has(name)) {
        throw new TypeError(`the stand-in's ${type} has no ${name}`);
      }
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (emitters.has(name)) checkEvent(type, args[0]);
        const result: unknown = Reflect.apply(value, target, args);
        return result === target ? proxy : result;
      };
    },
    // Tests put their own functions in the place of Electron's.
    set: (_target, name, value) => Reflect.set(target, name, value),
  });
  made.set(target, proxy);
  return proxy;
}

/**
 * Checks options against their interface: unknown keys, texts that are none of the choices, and values of another type
 * throw. Options inside options are checked as well.
 */
export function checkOptions(type: string, options: object): void {
  for (const [name, value] of Object.entries(options)) {
    const member = memberOf(type, name);
    if (member === undefined) throw new TypeError(`Electron's ${type} has no option ${name}`);
    if (value === undefined) continue;
    const { text, choices } = member;
    if (choices !== undefined && !choices.has(value)) {
      throw new TypeError(`${String(value)} is no ${name} of Electron's ${type}`);
    }
    const isOther = /^(string|number|boolean)$/.test(text) && typeof value !== text;
    if (isOther || (/^\(?[\w<>() |]*\[\]\)?$/.test(text) && !Array.isArray(value))) {
      throw new TypeError(`${name} of Electron's ${type} is ${text}, not ${typeof value}`);
    }
    const inner = text.replace(/^\((.*)\)$/, '$1');
    if (types.has(inner) && inner.endsWith('Options') && typeof value === 'object') checkOptions(inner, value);
    if (inner === 'WebPreferences') checkOptions(inner, value);
  }
}

/** @throws {Error} if the values cannot be copied to another process. */
export function checkClonable(values: readonly unknown[]): void {
  structuredClone(values);
}

function memberOf(
  type: string,
  name: string,
): { readonly text: string; readonly choices?: ReadonlySet<string> | undefined } | undefined {
  const found = types.get(type);
  if (found === undefined) return undefined;
  const own = found.members.get(name);
  if (own !== undefined) return own;
  for (const parent of found.parents) {
    const inherited = memberOf(parent, name);
    if (inherited !== undefined) return inherited;
  }
  return undefined;
}

function checkEvent(type: string, event: unknown): void {
  for (let at: string | undefined = type; at !== undefined; at = types.get(at)?.parents[0]) {
    if (types.get(at)?.events.has(String(event))) return;
  }
  throw new TypeError(`Electron's ${type} has no event ${String(event)}`);
}
