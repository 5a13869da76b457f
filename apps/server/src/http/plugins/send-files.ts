import { ReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { serviceLimits } from '@roomtone/protocol';
import type { PacedWork } from '../../application/paced-work.ts';
import type { App } from './server-types.ts';

/** The options of reply.sendFile(). */
export const sendFileOptions = {
  // A range that cannot be satisfied would need another status; no file is large.
  acceptRanges: false,
};

/** Sends the files of the folder that @fastify/static was registered with (`serve: false`), at addresses below `prefix`. */
export function sendFilesBelow(app: Pick<App, 'get'>, prefix: string): void {
  app.get<{ Params: { '*': string } }>(`${prefix}/*`, (request, reply) => {
    reply.sendFile(request.params['*'] || 'index.html', sendFileOptions);
  });
}

/**
 * Limits the memory and the time that the files of all answers together take: the system accepts megabytes for a client that
 * reads nothing, and hundreds of such clients would keep the notes waiting.
 */
export function paceFiles(app: Pick<App, 'addHook'>, work: Pick<PacedWork, 'turn'>): void {
  app.addHook('onSend', (_request, _reply, payload, done) => {
    if (!(payload instanceof ReadStream)) return done(null, payload);
    payload.destroy();
    done(null, new SentFile(String(payload.path), work));
  });
}

/**
 * A file that is sent through one buffer, which is read into again once the system has taken it. Node's own stream allocates
 * memory for each part of the file, and V8 lets 64 MiB of it pile up before it collects any. All files together get the
 * share of paced work in each turn of the event loop.
 */
class SentFile extends Readable {
  readonly #path: string;
  readonly #work: Pick<PacedWork, 'turn'>;

  constructor(path: string, work: Pick<PacedWork, 'turn'>) {
    super();
    this.#path = path;
    this.#work = work;
  }

  override _read(): void {}

  override pipe<Target extends NodeJS.WritableStream>(target: Target): Target {
    this.#sendTo(target as unknown as Writable).then(
      () => this.#finish(target),
      (error: Error) => this.destroy(error),
    );
    return target;
  }

  async #sendTo(target: Writable): Promise<void> {
    const file = await open(this.#path);
    try {
      const buffer = Buffer.allocUnsafeSlow(serviceLimits.http.chunkBytes);
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, buffer.length);
        if (bytesRead === 0) return;
        await this.#work.turn();
        await write(target, buffer.subarray(0, bytesRead));
      }
    } finally {
      await file.close();
    }
  }

  #finish(target: NodeJS.WritableStream): void {
    target.end();
    this.push(null);
    // Without a reader, nothing else would tell that the end was reached.
    this.resume();
  }
}

/** Resolves once the system has taken the bytes. */
function write(target: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    // An answer whose connection is gone takes bytes without a word, and the file would stay open.
    const gone = () => reject(new Error('The client has disconnected.'));
    if (target.destroyed) return gone();
    target.once('close', gone);
    target.write(bytes, (error) => {
      target.off('close', gone);
      if (error) reject(error);
      else resolve();
    });
  });
}
