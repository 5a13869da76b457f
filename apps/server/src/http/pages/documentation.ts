import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { sendFilesBelow } from '../plugins/send-files.ts';
import type { App } from '../plugins/server-types.ts';
import { html, sendPage } from './html-page.ts';

/**
 * Serves the documentation at `/docs/`. Without it, as in a checkout that has built only the server, a page says how to make it
 * and leads to what is there all the same.
 * @param root the folder of the built pages; may be absent.
 */
export async function documentation(app: App, root: string): Promise<void> {
  app.get('/docs', async (_request, reply) => reply.redirect('/docs/', 308));
  if (!existsSync(join(root, 'index.html'))) {
    app.get('/docs/', (_request, reply) => sendPage(reply, { title: 'Documentation', body: notBuilt }));
    app.get('/docs/*', (_request, reply) => reply.callNotFound());
    return;
  }
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root,
      prefix: '/docs/',
      serve: false,
      cacheControl: false,
      // The build puts a `.br` and a `.gz` beside each text.
      preCompressed: true,
      setHeaders: (reply) => {
        reply.header('cache-control', 'no-cache');
      },
    });
    sendFilesBelow(scope, '/docs');
  });
}

const notBuilt = html`<h1>Documentation</h1>
<p>The pages have not been built yet. In a clone of the repository, <code>npm start</code> builds them a moment after the start, and
<code>npm run docs</code> at once.</p>
<ul>
<li><a href="/docs/api">REST reference</a></li>
<li><a href="/proto/">Protocol files</a></li>
</ul>`;
