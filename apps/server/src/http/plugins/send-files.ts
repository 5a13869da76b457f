import { limits } from '@roomtone/protocol';
import type { App } from './server-types.ts';

/** How files are sent with reply.sendFile(). */
export const sendFileOptions = {
  // A range that cannot be satisfied would be a status of its own; nothing here is large.
  acceptRanges: false,
  // @fastify/send's: what hundreds of clients that read nothing make the server hold stays small.
  highWaterMark: limits.http.chunkBytes,
};

/** Sends the files of the folder that @fastify/static was registered with (`serve: false`) at addresses below `prefix`. */
export function sendFilesBelow(app: Pick<App, 'get'>, prefix: string): void {
  app.get<{ Params: { '*': string } }>(`${prefix}/*`, (request, reply) => {
    reply.sendFile(request.params['*'] || 'index.html', sendFileOptions);
  });
}
