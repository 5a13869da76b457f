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

function found(code: string, pattern: RegExp): Set<string> {
  return new Set(Array.from(code.matchAll(pattern), ([, name = '']) => name));
}

it('every text is shown somewhere', () => {
  const code = sources();
  const properties = found(code, /\.(\w+)\b/g);
  const quoted = found(code, /['"]([\w. -]+)['"]/g);
  const indexed = found(code, /\b(\w+)\)?\[/g);
  const taken = new Set(Array.from(code.matchAll(/\{([^{}]*)\} = /g), ([, names = '']) => names.split(/\W+/)).flat());
  const isShown = (id: string): boolean => {
    const [name = '', above = '', ...rest] = id.split('.').reverse();
    if (/^\d+$/.test(name)) return isShown([...rest.toReversed(), above].join('.'));
    return properties.has(name) || quoted.has(name) || taken.has(name) || indexed.has(above);
  };
  const ids = ['app', 'rooms', 'screens', 'server'].flatMap((part) =>
    Object.keys(JSON.parse(readFileSync(join(root, `packages/words/messages/en/${part}.arb`), 'utf8'))).filter(
      (id) => !id.startsWith('@'),
    ),
  );
  expect(ids.length).toBeGreaterThan(2_000);
  expect(ids.filter((id) => !isShown(id))).toEqual([]);
});
