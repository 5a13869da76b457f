import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../plugins/error-handler.ts';
import { pathIn } from '../plugins/every-request.ts';
import { unknownPath } from '../plugins/raw-replies.ts';
import { sendFileOptions, sendFilesBelow } from '../plugins/send-files.ts';
import type { App } from '../plugins/server-types.ts';

/** First path segments that belong to the server: the client's page never replaces something missing there. */
const notPages: ReadonlySet<string> = new Set(['api', 'assets', 'avatars', 'docs', 'health', 'metrics', 'proto']);

/** The addresses of the client's screens, as in its router.ts. Any other address gets its page too, with status 404. */
const screens =
  /^\/(?:(?:rooms|users)\/[^/]+|people(?:\/[^/]+)?|pro(?:\/[^/]+)?|practice|library|account|host|audit-log|components|recover-password|verify-email)?\/?$/;

/** Serves the web client at `/`; addresses inside it, such as `/rooms/…`, get its page, too. */
export async function webClient(app: App, root: string): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) {
    app.get('/', async (_request, reply) => {
      reply.type('text/plain; charset=utf-8');
      return 'Roomtone is running, but its web client has not been built. Run "npm run build" and start it again.\n';
    });
    app.setNotFoundHandler(sendNotFound);
    return;
  }
  await app.register(fastifyStatic, {
    root,
    serve: false,
    cacheControl: false,
    dotfiles: 'ignore',
    // The build puts a `.br` and a `.gz` beside each text.
    preCompressed: true,
    setHeaders: (reply, path) => {
      // The names of built files contain a hash of their content; the page's name does not.
      const isHashed = relative(root, path).startsWith(`assets${sep}`);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  sendFilesBelow(app, '');
  app.setNotFoundHandler((request, reply) =>
    isPage(request)
      ? reply.code(screens.test(pathIn(request.url)) ? 200 : 404).sendFile('index.html', sendFileOptions)
      : sendNotFound(request, reply),
  );
}

function isPage(request: FastifyRequest): boolean {
  const segment = request.url.split(/[/?]/, 2)[1] ?? '';
  const wantsHtml = request.headers.accept?.includes('text/html') ?? false;
  return ['GET', 'HEAD'].includes(request.method) && wantsHtml && !notPages.has(segment);
}

/** Also for a method that a path does not have (S8.10). */
function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(unknownPath(pathIn(request.originalUrl)), request, reply);
}
