import { validationError } from '@roomtone/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Some clients send a Content-Type with an empty body: dropped, it counts as no body. Has to run first. */
export function dropContentTypeOfEmptyBody({ headers }: FastifyRequest): void {
  if (headers['content-length'] === '0') delete headers['content-type'];
}

/**
 * Accepts JSON bodies only. Unlike Fastify's own parser this one refuses bytes that are not UTF-8 instead of silently
 * replacing them.
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
