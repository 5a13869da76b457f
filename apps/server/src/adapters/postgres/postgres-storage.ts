import { serviceLimits } from '@roomtone/protocol';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { ServingStorage } from '../../ports/storage.ts';
import { type OperationName, operationKinds } from '../sql/operation-kinds.ts';
import { operations } from '../sql/operations.ts';
import type { Schema } from '../sql/schema.ts';
import { storageOperations } from '../sql/storage-operations.ts';
import { mayBeStored, tooLate } from '../sql/unanswered.ts';
import { failureKind, withoutRows } from './postgres-failure.ts';
import { clientOptions, type PostgresOptions, prepareConnection, shownDatabase } from './postgres-options.ts';
import { Session } from './session.ts';
import { type Turn, Turns } from './turns.ts';
import { BatchFailure, type Operation, type Outcome, writeTogether } from './write-batch.ts';
import type { Writer } from './writer.ts';

interface Call extends Turn {
  readonly name: OperationName | 'probe';
  readonly operation: Operation;
  /** The tick at which it was called. */
  readonly tick: number;
  /** True once it may have been stored. */
  isSent: boolean;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Time is counted in ticks, which stop while the computer sleeps. */
const tickMs = 500;
const answerTicks = serviceLimits.storage.answerMs / tickMs;
const unreadyTicks = serviceLimits.storage.unreadyMs / tickMs;
/** How often the connection is tried while nobody uses it. */
const probeTicks = 4;
/** How much longer than the database's own limit a statement may go without an answer. */
const graceMs = 2_000;
const readAgainMs = 100;

/**
 * Runs the operations of Storage: writes on the writer's connection, reads on those of a pool. While the database is away, they
 * wait for it, and fail with the errors of a hanging disk when their time is up.
 */
export class PostgresStorage {
  readonly #writer: Writer;
  readonly #pool: pg.Pool;
  readonly #readers = new Map<pg.PoolClient, Session>();
  readonly #shown: string;
  readonly #silentTicks: number;
  /** In the order of the calls, until they are answered. */
  readonly #pending = new Set<Call>();
  readonly #turns = new Turns<Call>(
    (call) => this.#read(call),
    (calls) => this.#write(calls),
  );
  readonly #ticking: NodeJS.Timeout;
  #tick = 0;
  /** The tick since which there has been no answer; undefined while nothing is asked. */
  #askedTick: number | undefined;
  #writesFail = false;
  #closed: Promise<void> | undefined;
  #onIdle = () => {};

  constructor(options: PostgresOptions, writer: Writer) {
    this.#writer = writer;
    this.#shown = shownDatabase(options.url);
    this.#silentTicks = Math.ceil((options.statementTimeoutMs + graceMs) / tickMs);
    this.#pool = new pg.Pool({
      ...clientOptions(options),
      max: options.poolSize,
      idleTimeoutMillis: options.idleTimeoutMs,
      onConnect: (client) => prepareConnection(client, options),
    });
    // The pool replaces what it has lost.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => this.#readers.set(client, new Session(client)));
    this.#pool.on('remove', (client) => this.#readers.delete(client));
    this.#ticking = setInterval(() => this.#onTick(), tickMs).unref();
  }

  storage(): ServingStorage {
    return {
      ...storageOperations((name, args) => this.#run(name, args)),
      condition: () => ({
        answers: this.#writer.isConnected && this.#oldestTicks() <= unreadyTicks && this.#silence() <= unreadyTicks,
        writes: !this.#writesFail,
      }),
      giveMemoryBack: () => undefined,
      close: () => this.close(),
    };
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    if (!this.#writer.isConnected) this.#rejectAll(this.#away());
    if (this.#pending.size > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    clearInterval(this.#ticking);
    await this.#writer.close();
    // A database that hangs does not answer that a connection has ended.
    const timeout = setTimeout(() => {
      for (const reader of this.#readers.values()) reader.destroy();
    }, tickMs);
    await this.#pool.end();
    clearTimeout(timeout);
  }

  #run(name: OperationName, args: readonly unknown[]): Promise<unknown> {
    if (this.#closed !== undefined) return Promise.reject(new Error('The storage is closed.'));
    // So that it is certain that nothing is stored, and the caller does not wait in vain.
    if (this.#silence() > answerTicks) return Promise.reject(this.#away());
    // The compiler matched name and arguments where the operation was called.
    const operation = operations[name] as (db: Kysely<Schema>, ...args: readonly unknown[]) => Promise<unknown>;
    return this.#add(name, operationKinds[name], (db) => operation(db, ...args));
  }

  #add(name: Call['name'], kind: Call['kind'], operation: Operation): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const call: Call = { name, kind, operation, tick: this.#tick, isSent: false, resolve, reject };
      this.#pending.add(call);
      this.#askedTick ??= this.#tick;
      this.#turns.add(call);
    });
  }

  async #read(call: Call): Promise<void> {
    for (;;) {
      // Where it cannot write, it cannot read either.
      await this.#writer.session();
      if (!this.#pending.has(call)) return;
      try {
        return this.#answer(call, await this.#readOnce(call.operation));
      } catch (error) {
        if (!(error instanceof LostReader)) return this.#refuse(call, withoutRows(error));
        await new Promise((resolve) => setTimeout(resolve, readAgainMs));
      }
    }
  }

  /** @throws {LostReader} if the connection failed. */
  async #readOnce(operation: Operation): Promise<unknown> {
    const client = await this.#pool.connect().catch((cause: unknown) => {
      throw new LostReader('There is no connection.', { cause });
    });
    const reader = this.#readers.get(client) ?? new Session(client);
    try {
      await reader.query('begin isolation level repeatable read read only');
      const value = await operation(reader.db);
      await reader.query('commit');
      return value;
    } catch (cause) {
      const kind = failureKind(cause, reader.isUsable);
      if (kind === 'connection') reader.destroy();
      else await reader.query('rollback').catch(() => reader.destroy());
      throw kind === 'connection' || kind === 'interference'
        ? new LostReader('It is to be read again.', { cause })
        : cause;
    } finally {
      client.release(!reader.isUsable);
    }
  }

  async #write(batch: readonly Call[]): Promise<void> {
    for (;;) {
      const session = await this.#writer.session();
      const calls = batch.filter((call) => this.#pending.has(call));
      if (session === undefined || calls.length === 0) return;
      for (const call of calls) call.isSent = true;
      try {
        const outcomes = await writeTogether(
          session,
          calls.map((call) => call.operation),
        );
        return this.#answerAll(calls, outcomes);
      } catch (error) {
        const failure = error instanceof BatchFailure ? error : new BatchFailure('database', error);
        if (failure.kind !== 'lost') return this.#refuseAll(calls, failure);
        // Nothing is stored, and the next connection writes only once the database has given up this one.
        for (const call of calls) call.isSent = false;
      }
    }
  }

  #answerAll(calls: readonly Call[], outcomes: readonly Outcome[]): void {
    if (calls.some((call) => call.name !== 'probe')) this.#writesFail = false;
    for (const [index, call] of calls.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined) continue;
      if ('value' in outcome) this.#answer(call, outcome.value);
      else this.#refuse(call, outcome.error);
    }
  }

  #refuseAll(calls: readonly Call[], failure: BatchFailure): void {
    if (failure.kind === 'database') this.#writesFail = true;
    for (const call of calls) this.#refuse(call, failure.kind === 'uncertain' ? mayBeStored(failure) : failure);
  }

  #answer(call: Call, value: unknown): void {
    this.#settled(call);
    call.resolve(value);
  }

  #refuse(call: Call, error: Error): void {
    this.#settled(call);
    call.reject(error);
  }

  #settled(call: Call): void {
    this.#pending.delete(call);
    this.#askedTick = this.#pending.size > 0 ? this.#tick : undefined;
    if (this.#pending.size === 0) this.#onIdle();
  }

  #onTick(): void {
    this.#tick++;
    this.#writer.tick(this.#silentTicks);
    for (const reader of this.#readers.values()) reader.tick(this.#silentTicks);
    if (this.#silence() > answerTicks) {
      for (const call of this.#pending) if (this.#tick - call.tick > answerTicks) this.#giveUp(call);
    }
    if (this.#pending.size === 0 && this.#closed === undefined && this.#tick % probeTicks === 0) this.#probe();
  }

  #giveUp(call: Call): void {
    this.#pending.delete(call);
    call.reject(call.isSent && call.name !== 'probe' ? tooLate(call.name) : this.#away());
    if (this.#pending.size === 0) this.#onIdle();
  }

  /** Notices a database that is away, or works again, while nobody uses it. */
  #probe(): void {
    const probe: Operation = this.#writesFail
      ? (db) => sql`update kysely_migration_lock set is_locked = is_locked`.execute(db)
      : (db) => sql`select 1`.execute(db);
    const wasFailing = this.#writesFail;
    this.#add('probe', 'write', probe).then(
      () => {
        if (wasFailing) this.#writesFail = false;
      },
      () => undefined,
    );
  }

  #rejectAll(error: Error): void {
    for (const call of this.#pending) call.reject(error);
    this.#pending.clear();
  }

  #oldestTicks(): number {
    for (const { tick } of this.#pending) return this.#tick - tick;
    return 0;
  }

  /** How long the database has answered nothing although it was asked. */
  #silence(): number {
    return this.#askedTick === undefined ? 0 : this.#tick - this.#askedTick;
  }

  #away(): Error {
    return new Error(`The storage does not answer: ${this.#shown}`);
  }
}

/** A read that failed for a reason that passes: it is tried again. */
class LostReader extends Error {
  override readonly name = 'LostReader';
}
