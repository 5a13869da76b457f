import { readFileSync } from 'node:fs';

/** In the order of `enum change` in faults.c, from 1. */
const kinds = ['write', 'truncate', 'sync', 'rename', 'unlink', 'create'] as const;
/** Bytes before a record's paths and data. */
const headBytes = 32;

/** A change to a file, as faults.c traced it. */
export interface Change {
  readonly kind: (typeof kinds)[number];
  readonly path: string;
  /** The new path of a `rename`. */
  readonly other: string;
  /** Where a `write` starts, or the new length of a `truncate`. */
  readonly offset: number;
  readonly data: Buffer;
  /** The length of the trace up to the end of this change. */
  readonly end: number;
}

/** All changes of a trace, in order. */
export function readTrace(file: string): Change[] {
  const bytes = readFileSync(file);
  const changes: Change[] = [];
  for (let at = 0; at + headBytes <= bytes.length; ) {
    const kind = kinds[bytes.readUInt32LE(at) - 1];
    if (kind === undefined) throw new Error(`${file} holds no change at ${at}`);
    const pathLength = bytes.readUInt32LE(at + 4);
    const otherLength = bytes.readUInt32LE(at + 8);
    const offset = Number(bytes.readBigInt64LE(at + 16));
    const dataLength = kind === 'write' ? Number(bytes.readBigInt64LE(at + 24)) : 0;
    const pathAt = at + headBytes;
    const otherAt = pathAt + pathLength;
    const dataAt = otherAt + otherLength;
    const end = dataAt + dataLength;
    // The process was killed while it was writing this record.
    if (end > bytes.length) break;
    changes.push({
      kind,
      path: bytes.toString('utf8', pathAt, otherAt),
      other: bytes.toString('utf8', otherAt, dataAt),
      offset,
      data: bytes.subarray(dataAt, end),
      end,
    });
    at = end;
  }
  return changes;
}
