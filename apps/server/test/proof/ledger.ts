import type Database from 'better-sqlite3';

type Kind = 'account' | 'room' | 'chat' | 'welcomeMessage' | 'roomName';

interface Entry {
  readonly kind: Kind;
  /** The id of the room or message, or the name of the account. */
  readonly id: string;
  /** The number of the write, for values that are overwritten. */
  readonly version: number;
  /** When it was acknowledged. */
  readonly at: number;
}

/** The number of a room's latest messages that are certainly still stored. */
const storedChat = 800;

/** Everything that the server has acknowledged, which must be in its database whatever happens to it. */
export class Ledger {
  readonly #now: () => number;
  readonly #entries: Entry[] = [];

  /** @param now an increasing clock; without it, all entries have the same time. */
  constructor(now: () => number = () => 0) {
    this.#now = now;
  }

  get size(): number {
    return this.#entries.length;
  }

  acknowledged(kind: Kind, id: string, version = 0): void {
    this.#entries.push({ kind, id, version, at: this.#now() });
  }

  /** The number of entries acknowledged up to this time. */
  countUntil(at: number): number {
    return this.#entries.filter((entry) => entry.at <= at).length;
  }

  /** The entries acknowledged up to this time that are not in the database. */
  lost(database: Database.Database, until = Number.POSITIVE_INFINITY): string[] {
    const found: Readonly<Record<Kind, ReadonlyMap<string, number>>> = {
      account: idsOf(database, 'select username as id from users'),
      room: idsOf(database, 'select room_id as id from rooms'),
      chat: idsOf(database, 'select message_id as id from chat'),
      welcomeMessage: versionsOf(database, "select room_id as id, settings ->> 'welcomeMessage' as text from rooms"),
      roomName: versionsOf(database, 'select room_id as id, room_name as text from rooms'),
    };
    return this.#dueBy(until)
      .filter(({ kind, id, version }) => (found[kind].get(id) ?? -1) < version)
      .map(({ kind, id, version }) => `${kind} ${id}${version > 0 ? ` (version ${version})` : ''}`);
  }

  #dueBy(until: number): Entry[] {
    const due = this.#entries.filter(({ at }) => at <= until);
    const chat = due.filter(({ kind }) => kind === 'chat');
    const old = new Set(chat.slice(0, Math.max(0, chat.length - storedChat)));
    return due.filter((entry) => !old.has(entry));
  }
}

/** A text that contains the number of its write. */
export function versioned(version: number): string {
  return `version-${version}`;
}

function idsOf(database: Database.Database, query: string): Map<string, number> {
  return new Map(
    database
      .prepare<[], { id: string }>(query)
      .all()
      .map(({ id }) => [id, 0]),
  );
}

function versionsOf(database: Database.Database, query: string): Map<string, number> {
  const rows = database.prepare<[], { id: string; text: string | null }>(query).all();
  return new Map(rows.map(({ id, text }) => [id, Number(/version-(\d+)/.exec(text ?? '')?.[1] ?? -1)]));
}
