// A registry for tests, so that npm can install a tarball without the network: it has the packages that are installed
// in this workspace, in those versions only.
import { cpSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { runQuietly } from '../run.mjs';

/**
 * @param {string} folder for the tarballs
 * @param {Record<string, string>} installed the folder of each package, by name
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function startRegistry(folder, installed) {
  for (const [name, from] of Object.entries(installed)) {
    const copied = join(folder, name);
    mkdirSync(copied, { recursive: true });
    cpSync(realpathSync(from), join(copied, 'package'), { recursive: true });
    const { ok, output } = await runQuietly('tar', ['-czf', join(folder, `${name}.tgz`), '-C', copied, 'package']);
    if (!ok) throw new Error(output);
  }
  const server = createServer(({ url = '' }, response) => {
    const name = decodeURIComponent(url.slice(1)).replace(/\.tgz$/, '');
    if (!Object.hasOwn(installed, name)) {
      response.writeHead(404).end('{}');
    } else if (url.endsWith('.tgz')) {
      response.end(readFileSync(join(folder, `${name}.tgz`)));
    } else {
      const json = JSON.parse(readFileSync(join(installed[name], 'package.json'), 'utf8'));
      const release = { ...json, dist: { tarball: `${address()}/${name}.tgz` } };
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ name, 'dist-tags': { latest: json.version }, versions: { [json.version]: release } }),
      );
    }
  });
  const address = () => `http://127.0.0.1:${server.address().port}`;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: address(), close: () => server.close() };
}
