// Fastify and nothing else: one route that sends the value in the file it is given. What REST's ratios are to.
import { readFileSync } from 'node:fs';
import { fastify } from 'fastify';
import { listening } from './rooms.mjs';

const answer = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const app = fastify();
app.get('/*', async () => answer);
await app.listen({ host: '127.0.0.1', port: 0 });
listening(app.server.address().port);
