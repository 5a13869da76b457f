import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { App } from '../../plugins/server-types.ts';

/** The frames to test a client with, which the build puts beside the proto files. */
const vectors = 'vectors.json';

/** Serves the wire contract at `/proto/`: an index, as a page or as JSON, and the files it lists. */
export async function protoFiles(app: App, root: string): Promise<void> {
  const files = existsSync(root) ? protoFilesIn(root) : [];
  const index = page(files);
  app.get('/proto', async (_request, reply) => reply.redirect('/proto/', 308));
  app.get('/proto/', async (request, reply) => {
    reply.header('vary', 'Accept');
    if (!request.headers.accept?.includes('text/html')) return { files };
    reply.type('text/html; charset=utf-8');
    return index;
  });
  if (files.length === 0) return;
  await app.register(fastifyStatic, {
    root,
    prefix: '/proto/',
    decorateReply: false,
    index: false,
    acceptRanges: false,
    // Only files that the index lists.
    allowedPath: (path) => files.includes(path.replace(/^\/+/, '')),
    setHeaders: (reply, path) => {
      const type = path.endsWith(vectors) ? 'application/json' : 'text/plain';
      reply.type(`${type}; charset=utf-8`);
      reply.header('cache-control', 'no-cache');
    },
  });
}

function protoFilesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && (entry.name.endsWith('.proto') || entry.name === vectors))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** The file names are ours and hold only letters, digits, `/`, `.` and `_`. */
function page(files: readonly string[]): string {
  const items = files.map((file) => `<li><a href="/proto/${file}">${file}</a></li>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Roomtone protocol files</title>
<h1>Protocol files</h1>
<ul>
${items.join('\n')}
</ul>
</html>
`;
}
