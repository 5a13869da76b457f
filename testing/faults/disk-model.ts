import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Change } from './trace.ts';

/** Block sizes, in bytes, that a disk may write atomically. Writes are torn at multiples of one of them. */
const blockSizes = [512, 4096] as const;

/** A file's content, independent of its name: the part certainly on disk, and the changes since its last sync. */
interface Content {
  synced: Buffer;
  unsynced: Change[];
}

/**
 * A disk that may lose power. Each change to a file since its last sync may be lost, kept or torn. Files created, renamed
 * or removed in a folder since that folder's last sync are kept up to some moment and lost from then on, as in a
 * journaling file system. Even a synced file may have no name: POSIX promises no more.
 */
export class DiskModel {
  readonly #names = new Map<string, Content>();
  readonly #syncedNames = new Map<string, Content>();
  /** By folder, in order. */
  readonly #unsyncedNames = new Map<string, ((names: Map<string, Content>) => void)[]>();

  apply(change: Change): void {
    // SQLite rebuilds the index of its log after a power loss instead of reading it.
    if (change.path.endsWith('-shm')) return;
    switch (change.kind) {
      case 'write':
      case 'truncate':
        this.#names.get(change.path)?.unsynced.push(change);
        return;
      case 'sync':
        this.#sync(change.path);
        return;
      case 'create': {
        const content: Content = { synced: Buffer.alloc(0), unsynced: [] };
        this.#rename(change.path, (names) => names.set(change.path, content));
        return;
      }
      case 'unlink':
        this.#rename(change.path, (names) => names.delete(change.path));
        return;
      case 'rename':
        this.#rename(change.path, (names) => {
          const content = names.get(change.path);
          if (content === undefined) return;
          names.delete(change.path);
          names.set(change.other, content);
        });
    }
  }

  /** Writes the files as they could be after a power loss at this moment: one of many possible states. */
  writeState(from: string, into: string, random: () => number): void {
    const names = new Map(this.#syncedNames);
    for (const changes of this.#unsyncedNames.values()) {
      for (const change of changes.slice(0, Math.floor(random() * (changes.length + 1)))) change(names);
    }
    for (const [path, content] of names) {
      const target = join(into, relative(from, path));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, afterLoss(content, random), { mode: 0o600 });
    }
  }

  #rename(path: string, change: (names: Map<string, Content>) => void): void {
    change(this.#names);
    const folder = dirname(path);
    const changes = this.#unsyncedNames.get(folder) ?? [];
    changes.push(change);
    this.#unsyncedNames.set(folder, changes);
  }

  #sync(path: string): void {
    const content = this.#names.get(path);
    if (content !== undefined) {
      content.synced = written(content.synced, content.unsynced);
      content.unsynced = [];
      return;
    }
    for (const change of this.#unsyncedNames.get(path) ?? []) change(this.#syncedNames);
    this.#unsyncedNames.delete(path);
  }
}

/** One possible content of a file after a power loss. */
function afterLoss({ synced, unsynced }: Content, random: () => number): Buffer {
  const way = Math.floor(random() * 5);
  switch (way) {
    case 0:
      return synced;
    case 1:
      return written(synced, unsynced);
    case 2:
      return written(synced, unsynced.slice(0, Math.floor(random() * (unsynced.length + 1))));
    default: {
      const blockBytes = blockSizes[way === 3 ? 0 : 1];
      return written(
        synced,
        unsynced.flatMap((change) => torn(change, blockBytes, random)),
      );
    }
  }
}

/** The parts of a change that reached the disk, chosen at random. */
function torn(change: Change, blockBytes: number, random: () => number): Change[] {
  if (change.kind !== 'write') return random() < 0.5 ? [change] : [];
  const parts: Change[] = [];
  for (let at = 0; at < change.data.length; ) {
    const length = Math.min(change.data.length - at, blockBytes - ((change.offset + at) % blockBytes));
    if (random() < 0.5) {
      parts.push({ ...change, offset: change.offset + at, data: change.data.subarray(at, at + length) });
    }
    at += length;
  }
  return parts;
}

function written(before: Buffer, changes: readonly Change[]): Buffer {
  let length = before.length;
  let capacity = length;
  for (const { kind, offset, data } of changes) {
    length = kind === 'truncate' ? offset : Math.max(length, offset + data.length);
    capacity = Math.max(capacity, length);
  }
  const bytes = Buffer.alloc(capacity);
  before.copy(bytes);
  length = before.length;
  for (const { kind, offset, data } of changes) {
    if (kind === 'truncate') {
      // If the file grows again, the part that was cut off reads as zeros.
      bytes.fill(0, Math.min(offset, length));
      length = offset;
    } else {
      data.copy(bytes, offset);
      length = Math.max(length, offset + data.length);
    }
  }
  return bytes.subarray(0, length);
}
