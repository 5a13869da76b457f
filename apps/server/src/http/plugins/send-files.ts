import { ReadStream } from 'node:fs';
import type { PacedWork } from '../../application/paced-work.ts';
import { SentFile } from './sent-file.ts';
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
