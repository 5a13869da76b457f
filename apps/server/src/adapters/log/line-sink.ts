import { constants, fstatSync, openSync, write } from 'node:fs';
import { Socket } from 'node:net';
import { platform } from 'node:os';

/** A destination that may refuse bytes. */
export interface LineSink {
  /** The most bytes that should be offered in one call. */
  readonly batchBytes: number;
  /** Offers bytes, one offer at a time. `done` gets the number written, or the error (EAGAIN: try again soon). */
  offer(bytes: Uint8Array, done: (error: Error | null, written: number) => void): void;
}

/** A pipe writes up to PIPE_BUF bytes completely or not at all, so lines from several writers do not mix. */
const pipeBatchBytes = 4_096;
const fileBatchBytes = 65_536;

/**
 * Creates the sink for a file descriptor of this process. Writing never blocks a thread, even on a pipe or terminal that
 * nobody reads: a blocked thread would be missing for other file work and would keep the process from exiting.
 */
export function lineSink(fd: number): LineSink {
  const kind = fstatSync(fd);
  if (kind.isFile() || platform() === 'win32') return writing(fd, fileBatchBytes);
  // Opening it again gives this descriptor its own flags. Other processes share the original, so its flags must not change.
  if (platform() === 'linux' && !kind.isSocket()) {
    try {
      return writing(
        openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY),
        pipeBatchBytes,
      );
    } catch {
      // The descriptor belongs to another account, or its reader is gone.
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
  // The callback of the failed write reports the error.
  socket.on('error', () => undefined);
  return {
    batchBytes: pipeBatchBytes,
    offer: (bytes, done) => void socket.write(bytes, (error) => done(error ?? null, error ? 0 : bytes.byteLength)),
  };
}
