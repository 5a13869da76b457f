import { statfs } from 'node:fs/promises';
import { RoomtoneError } from '@roomtone/protocol';
import { serverLimits } from '../../domain/server-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';

/** The space of the disk that a folder is on. */
export interface FreeSpace {
  /** False if nothing new is to be stored (S38.3); known without asking the disk. */
  hasRoom(): boolean;
  /** @throws {RoomtoneError} AUTHORIZATION_ERROR with reason disk_full. */
  check(): void;
}

/** The figures of statfs() that count here. */
export type DiskFigures = { readonly bavail: number; readonly blocks: number; readonly bsize: number };

/** Looks at most once in a while, when somebody asks: the answer may be that old. */
export async function watchFreeSpace(
  directory: string,
  { clock, log }: { readonly clock: Pick<Clock, 'monotonicMs'>; readonly log: Pick<Log, 'warn' | 'info'> },
  read: (directory: string) => Promise<DiskFigures> = statfs,
): Promise<FreeSpace> {
  const { share, bytes, lookMs } = serverLimits.freeSpace;
  let isLow = false;
  let nextLookMs = 0;
  const look = async () => {
    nextLookMs = clock.monotonicMs() + lookMs;
    const disk = await read(directory).catch(() => undefined);
    if (disk === undefined) return;
    const freeBytes = disk.bavail * disk.bsize;
    const wasLow = isLow;
    isLow = disk.bavail < disk.blocks * share && freeBytes < bytes;
    if (isLow && !wasLow) log.warn({ free_bytes: freeBytes }, 'the disk is almost full: nothing new is stored');
    if (wasLow && !isLow) log.info({ free_bytes: freeBytes }, 'the disk has room again');
  };
  await look();
  const hasRoom = () => {
    if (clock.monotonicMs() >= nextLookMs) void look();
    return !isLow;
  };
  return {
    hasRoom,
    check() {
      if (hasRoom()) return;
      throw new RoomtoneError(
        'AUTHORIZATION_ERROR',
        'The disk of this server is almost full, so it stores nothing new. Tell its host.',
        { required: [], reason: 'disk_full' },
      );
    },
  };
}
