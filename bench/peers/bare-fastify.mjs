// Nothing but Fastify: one route that sends the value in the given file, with the headers in the second file. REST's
// ratios are relative to it.
import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';
import { listening } from './rooms.mjs';

const answer = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const headers = process.argv[3] === undefined ? undefined : JSON.parse(readFileSync(process.argv[3], 'utf8'));
const app = fastify();
if (headers !== undefined) {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
app.get('/*', async () => answer);
await app.listen({ host: '127.0.0.1', port: 0 });
listening(app.server.address().port);
