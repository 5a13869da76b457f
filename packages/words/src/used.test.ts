import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('../../..', import.meta.url).pathname;

/** Everything that may show a text: `.came` of an object, or `[kind]` of the object above it. */
function sources(): string {
  const folders = ['apps/desktop/src', 'apps/desktop/help', 'apps/desktop/about', 'apps/server/src'];
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /(?<!\.test)\.(tsx?|mjs)$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
}

it('every text is shown somewhere', () => {
  const code = sources();
  const has = (pattern: string) => new RegExp(pattern).test(code);
  const isShown = (id: string): boolean => {
    const [name = '', ...above] = id.split('.').reverse();
    if (/^\d+$/.test(name)) return isShown(above.toReversed().join('.'));
    const own = /^\w+$/.test(name) && (has(`\\.${name}\\b`) || has(`\\{[^{}]*\\b${name}\\b[^{}]*\\} = `));
    const quoted = has(`['"]${name}['"]`);
    return own || quoted || (above[0] !== undefined && has(`\\b${above[0]}\\)?(?:\\[|,)`));
  };
  const ids = ['app', 'rooms', 'screens', 'server'].flatMap((part) =>
    Object.keys(JSON.parse(readFileSync(join(root, `packages/words/messages/en/${part}.arb`), 'utf8'))).filter(
      (id) => !id.startsWith('@'),
    ),
  );
  expect(ids.length).toBeGreaterThan(2_000);
  expect(ids.filter((id) => !isShown(id))).toEqual([]);
});
