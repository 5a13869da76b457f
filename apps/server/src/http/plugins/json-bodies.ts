import { validationError } from '@roomtone/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** An empty body is none, whatever it says that it is: some clients name a type for nothing. To be called first. */
export function dropContentTypeOfEmptyBody({ headers }: FastifyRequest): void {
  if (headers['content-length'] === '0') delete headers['content-type'];
}

/**
 * Bodies are JSON and nothing else. Unlike Fastify's own reading this one refuses bytes that are not UTF-8, which would
 * change silently.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.byteLength === 0) return done(null, undefined);
    let text: string;
    try {
      text = utf8.decode(body);
    } catch (cause) {
      return done(Object.assign(validationError([{ field: 'body', issue: 'is not valid UTF-8' }]), { cause }));
    }
    parseJson(request, text, (error, value) => {
      if (error === null) done(null, value);
      else done(validationError([{ field: 'body', issue: 'is not valid JSON' }]));
    });
  });
}
