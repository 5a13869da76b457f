import type { FastifyReply } from 'fastify';

/** Does the same as reply.headers(), which makes an array of the names first: for every request, that costs about 5%. */
export function setHeaders(reply: FastifyReply, headers: Readonly<Record<string, string>>): void {
  for (const name in headers) reply.header(name, headers[name]);
}
