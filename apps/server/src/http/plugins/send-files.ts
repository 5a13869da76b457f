import { limits } from '@roomtone/protocol';
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
