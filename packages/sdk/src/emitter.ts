/// <reference lib="esnext.disposable" preserve="true" />
import { type CallOptions, callOptions, withinLimits } from './call-options.ts';
import { deferred } from './deferred.ts';
import type { Timers } from './environment.ts';
import { checkKeys } from './known-keys.ts';
import type { Logger } from './logger.ts';

interface Entry {
  readonly handler: (event: never) => unknown;
  readonly isOnce: boolean;
}

/** Typed events, delivered synchronously, in the order in which the handlers were added. */
export class Emitter<Events> {
  readonly #timers: Timers;
  readonly #logger: Logger;
  readonly #entries = new Map<keyof Events, Set<Entry>>();
  readonly #waiting = new Set<(error: Error) => void>();
  #end: Error | undefined;

  constructor(timers: Timers, logger: Logger) {
    this.#timers = timers;
    this.#logger = logger;
  }

  /** A function that is added twice is called twice. The returned function removes this addition. */
  add<Name extends keyof Events>(name: Name, handler: (event: Events[Name]) => unknown, isOnce = false): () => void {
    const entry: Entry = { handler, isOnce };
    const entries = this.#entries.get(name) ?? new Set();
    this.#entries.set(name, entries);
    entries.add(entry);
    return () => {
      entries.delete(entry);
    };
  }

  /** Removes every addition of a handler. */
  remove<Name extends keyof Events>(name: Name, handler: (event: Events[Name]) => unknown): void {
    const entries = this.#entries.get(name);
    for (const entry of entries ?? []) if (entry.handler === handler) entries?.delete(entry);
  }

  /** True if the event has a handler. */
  has(name: keyof Events): boolean {
    const entries = this.#entries.get(name);
    return entries !== undefined && entries.size > 0;
  }

  /** The next event; rejects if end() is called before. */
  next<Name extends keyof Events>(name: Name, options: CallOptions): Promise<Events[Name]> {
    if (this.#end !== undefined) return Promise.reject(this.#end);
    const { promise, resolve, reject } = deferred<Events[Name]>();
    const remove = this.add(name, resolve, true);
    this.#waiting.add(reject);
    const over = () => {
      remove();
      this.#waiting.delete(reject);
    };
    promise.then(over, over);
    return withinLimits(promise, options, this.#timers, (error) => {
      over();
      return error;
    });
  }

  /** No more events will come: rejects everybody who waits for one. */
  end(error: Error): void {
    this.#end = error;
    for (const reject of this.#waiting) reject(error);
  }

  /** Calls the handlers. If one throws, or its promise rejects, the others still run, and the logger is told. */
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    const entries = this.#entries.get(name);
    if (entries === undefined) return;
    for (const entry of entries) {
      if (entry.isOnce) entries.delete(entry);
      try {
        const result = (entry.handler as (event: Events[Name]) => unknown)(event);
        if (result instanceof Promise) result.catch((error: unknown) => this.#failed(name, error));
      } catch (error) {
        this.#failed(name, error);
      }
    }
  }

  #failed(name: keyof Events, error: unknown): void {
    this.#logger.error(`A handler of the event ${String(name)} has failed:`, error);
  }
}

/** The methods with which programs listen to a room or to the lobby. They throw a TypeError for an event that there is not. */
export abstract class Emits<Events> {
  readonly #emitter: Emitter<Events>;
  readonly #names: string;

  /** @param names has a key for every event. */
  constructor(emitter: Emitter<Events>, names: Readonly<Record<keyof Events, 0>>) {
    this.#emitter = emitter;
    this.#names = Object.keys(names).join(' ');
  }

  /** Adds a handler for an event; the returned function removes it. */
  on<Name extends keyof Events>(event: Name, handler: (event: Events[Name]) => void): () => void {
    this.#check(event, 'on()');
    return this.#emitter.add(event, handler);
  }

  /** The same for the next event only. */
  once<Name extends keyof Events>(event: Name, handler: (event: Events[Name]) => void): () => void {
    this.#check(event, 'once()');
    return this.#emitter.add(event, handler, true);
  }

  /** Removes a handler. */
  off<Name extends keyof Events>(event: Name, handler: (event: Events[Name]) => void): void {
    this.#check(event, 'off()');
    this.#emitter.remove(event, handler);
  }

  /** Resolves with the next event; rejects with a ConnectionError, `closed`, if the connection is closed before. */
  waitFor<Name extends keyof Events>(event: Name, options: CallOptions = {}): Promise<Events[Name]> {
    this.#check(event, 'waitFor()');
    checkKeys(options, callOptions, 'waitFor()');
    return this.#emitter.next(event, options);
  }

  /** At the end of a block that has it by `await using`: leaves the room, or closes the lobby. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { leave, close } = this as { leave?: () => Promise<void>; close?: () => void };
    await (leave ?? close)?.call(this);
  }

  #check(event: keyof Events, call: string): void {
    checkKeys({ [event]: 0 }, this.#names, call);
  }
}
