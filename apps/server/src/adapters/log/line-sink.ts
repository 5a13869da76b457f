import { constants, fstatSync, openSync, write } from 'node:fs';
import { Socket } from 'node:net';
import { platform } from 'node:os';

/** Where bytes go that may not be taken. */
export interface LineSink {
  /** The most bytes that should be offered at once. */
  readonly batchBytes: number;
  /** Offers bytes, one offer at a time; tells how many were taken, or why none were (EAGAIN: ask again soon). */
  offer(bytes: Uint8Array, done: (error: Error | null, written: number) => void): void;
}

/** A pipe takes this much (PIPE_BUF) as a whole or not at all, so that lines of several writers do not mix. */
const pipeBatchBytes = 4_096;
const fileBatchBytes = 65_536;

/**
 * The sink behind a file descriptor of this process. A pipe or terminal that nobody reads blocks no thread: a blocked one
 * would be missing for other files' work, and would keep the process from ending.
 */
export function lineSink(fd: number): LineSink {
  const kind = fstatSync(fd);
  if (kind.isFile() || platform() === 'win32') return writing(fd, fileBatchBytes);
  // Opened again, it has flags of its own: to set them on the one that others hold, too, would change it for those.
  if (platform() === 'linux' && !kind.isSocket()) {
    try {
      return writing(
        openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY),
        pipeBatchBytes,
      );
    } catch {
      // It belongs to another account, or its reader is gone.
    }
  }
  return kind.isFIFO() || kind.isSocket() ? throughSocket(fd) : writing(fd, pipeBatchBytes);
}

function writing(fd: number, batchBytes: number): LineSink {
  return {
    batchBytes,
    offer: (bytes, done) => write(fd, bytes, 0, bytes.byteLength, null, (error, written) => done(error, written)),
  };
}

function throughSocket(fd: number): LineSink {
  const socket = new Socket({ fd, readable: false, writable: true });
  // It is told with the write that failed.
  socket.on('error', () => undefined);
  return {
    batchBytes: pipeBatchBytes,
    offer: (bytes, done) => void socket.write(bytes, (error) => done(error ?? null, error ? 0 : bytes.byteLength)),
  };
}
