// Injects disk faults and a wrong clock into a process under test, with a library loaded in front of the C library.
// Needs Linux and a C compiler; see `canInjectFaults()`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, renameSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** In the order of `enum field` in faults.c, which documents each. */
const faultNames = [
  'clockOffsetMs',
  'writeError',
  'bytesLeft',
  'writeHangs',
  'readError',
  'readHangs',
  'syncError',
  'syncDropped',
  'syncDelayMs',
  'syncHangs',
  'writes',
  'syncs',
  'killAtWrite',
] as const;

type FaultName = (typeof faultNames)[number];

/** Linux's numbers, for `writeError`, `readError` and `syncError`. */
export const errno = { EIO: 5, ENOSPC: 28, EROFS: 30 } as const;

export interface Faults {
  /** The environment to start the process with. */
  readonly env: Readonly<Record<string, string>>;
  /** The file that changes are traced to, if any: see readTrace() in trace.ts. */
  readonly traceFile: string | undefined;
  /** Switches a fault on or off, from the process's next call on. */
  set(name: FaultName, value: number): void;
  /** Also reads the counters `writes` and `syncs`. */
  get(name: FaultName): number;
  /** Switches all faults off; the counters stay. */
  clear(): void;
  /** Closes the shared page. */
  close(): void;
}

const source = fileURLToPath(new URL('./faults.c', import.meta.url));
const artifacts = fileURLToPath(new URL('../../artifacts/faults/', import.meta.url));
/** LD_PRELOAD ends a path at a space or a colon. */
const folder = /[\s:]/.test(artifacts) ? join(tmpdir(), 'roomtone-faults') : artifacts;

/** True if faults can be injected on this machine. */
export function canInjectFaults(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    execFileSync('gcc', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Prepares faults for one process; all are off at first.
 * @param options.below only files below this folder, which must exist, are affected; the clock is affected in the
 *   whole process.
 * @param options.scratch a folder for the shared page and the trace, if any; not below the other one.
 */
export function createFaults(options: {
  readonly below: string;
  readonly scratch: string;
  readonly trace?: boolean;
}): Faults {
  const page = join(options.scratch, 'faults.page');
  const traceFile = options.trace === true ? join(options.scratch, 'changes.trace') : undefined;
  const file = openSync(page, 'w+', 0o600);
  const set = (name: FaultName, value: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(Math.trunc(value)));
    writeSync(file, bytes, 0, 8, faultNames.indexOf(name) * 8);
  };
  for (const name of faultNames) set(name, name === 'bytesLeft' ? -1 : 0);
  return {
    env: {
      LD_PRELOAD: compiled(),
      ROOMTONE_FAULTS: page,
      ROOMTONE_FAULTS_BELOW: options.below,
      ...(traceFile === undefined ? {} : { ROOMTONE_FAULTS_TRACE: traceFile }),
      // Calls that bypass the C library could not be intercepted.
      UV_USE_IO_URING: '0',
    },
    traceFile,
    set,
    get(name) {
      const bytes = Buffer.alloc(8);
      readSync(file, bytes, 0, 8, faultNames.indexOf(name) * 8);
      return Number(bytes.readBigInt64LE());
    },
    clear() {
      for (const name of faultNames) {
        if (name !== 'writes' && name !== 'syncs') set(name, name === 'bytesLeft' ? -1 : 0);
      }
    },
    close: () => closeSync(file),
  };
}

/** The library, compiled once for each version of its source. */
function compiled(): string {
  const version = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16);
  const library = join(folder, `faults-${version}.so`);
  if (existsSync(library)) return library;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${library}.${process.pid}`;
  execFileSync('gcc', ['-shared', '-fPIC', '-O2', '-Wall', '-o', unfinished, source, '-ldl', '-lpthread']);
  renameSync(unfinished, library);
  return library;
}
