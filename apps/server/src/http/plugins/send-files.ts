import { ReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { limits } from '@roomtone/protocol';
import type { PacedWork } from '../../application/paced-work.ts';
import type { App } from './server-types.ts';

/** The options of reply.sendFile(). */
export const sendFileOptions = {
  // A range that cannot be satisfied would need another status; no file is large.
  acceptRanges: false,
  // An option of @fastify/send: keeps small what the server holds for hundreds of clients that read nothing.
  highWaterMark: limits.http.chunkBytes,
};

/** Sends the files of the folder that @fastify/static was registered with (`serve: false`), at addresses below `prefix`. */
export function sendFilesBelow(app: Pick<App, 'get'>, prefix: string): void {
  app.get<{ Params: { '*': string } }>(`${prefix}/*`, (request, reply) => {
    reply.sendFile(request.params['*'] || 'index.html', sendFileOptions);
  });
}

/**
 * Limits the files of all answers together to their share of each turn of the event loop: the system accepts megabytes for
 * a client that reads nothing, and hundreds of such clients would keep the notes waiting.
 */
export function paceFiles(app: Pick<App, 'addHook'>, work: Pick<PacedWork, 'turn'>): void {
  app.addHook('onSend', (_request, _reply, payload, done) => {
    done(null, payload instanceof ReadStream ? pacedChunks(payload, work) : payload);
  });
}

function pacedChunks(file: ReadStream, work: Pick<PacedWork, 'turn'>): Readable {
  async function* chunks(): AsyncGenerator<Buffer> {
    for await (const chunk of file) {
      await work.turn();
      yield chunk;
    }
  }
  return Readable.from(chunks(), { objectMode: false, highWaterMark: limits.http.chunkBytes });
}
