import { personOf } from '../../domain/bot-scopes.ts';
import { serverLimits } from '../../domain/server-limits.ts';
import type { Identity } from '../../ports/tickets.ts';

/** The bytes of the messages in one copy that are not acknowledged. */
export class CopiedBytes {
  readonly #keys: readonly (readonly [key: string, limit: number])[];
  readonly #totals: Map<string, number>;
  /** Of each message, in order. */
  readonly #messages: { readonly sequence: number; readonly bytes: number }[] = [];

  constructor(identity: Identity, totals: Map<string, number>) {
    const { ofPerson, ofAddress, ofProcess } = serverLimits.connectionCopies;
    const person = identity.kind === 'user' ? [[`person ${personOf(identity)}`, ofPerson] as const] : [];
    this.#keys = [...person, [`address ${identity.address}`, ofAddress], ['process', ofProcess]];
    this.#totals = totals;
  }

  /** @returns false if a budget has no room for the message; then nothing was counted. */
  add(sequence: number, bytes: number): boolean {
    if (this.#keys.some(([key, limit]) => (this.#totals.get(key) ?? 0) + bytes > limit)) return false;
    this.#messages.push({ sequence, bytes });
    this.#change(bytes);
    return true;
  }

  /** The client has everything up to this sequence. */
  acknowledge(sequence: number): void {
    let freed = 0;
    while ((this.#messages[0]?.sequence ?? Number.POSITIVE_INFINITY) <= sequence)
      freed += this.#messages.shift()?.bytes ?? 0;
    if (freed > 0) this.#change(-freed);
  }

  clear(): void {
    this.acknowledge(Number.MAX_SAFE_INTEGER);
  }

  #change(by: number): void {
    for (const [key] of this.#keys) {
      const total = (this.#totals.get(key) ?? 0) + by;
      if (total === 0) this.#totals.delete(key);
      else this.#totals.set(key, total);
    }
  }
}
