import { readFileSync } from 'node:fs';

export interface Example {
  /** Its heading in docs/sdk.md, and its number there. */
  readonly name: string;
  readonly code: string;
}

const document = new URL('../../../../docs/sdk.md', import.meta.url);

/** The examples in TypeScript, in order; those with JSX are pages. */
export function examples(): readonly Example[] {
  const text = readFileSync(document, 'utf8');
  return Array.from(text.matchAll(/^```ts\n(.*?)^```/gms), ({ index, 1: code = '' }, at) => {
    const heading =
      text
        .slice(0, index)
        .match(/^##+ .*/gm)
        ?.at(-1) ?? '';
    return { name: `${at + 1} ${heading.replace(/^#+ /, '')}`, code };
  });
}

export interface Servers {
  readonly url: string;
  /** An invitation with the key of a server whose certificate is its own. */
  readonly invitation: string;
}

/** One program of all examples: their imports, and each in a function of its own. */
export function programOf(all: readonly Example[], { url, invitation }: Servers, end: string): string {
  const imported = new Map<string, Set<string>>();
  const steps = all.map(({ name, code }) => {
    const body = code.replace(
      /^import (type )?\{([^}]*)\} from '([^']+)';\n/gm,
      (_, type = '', names: string, from: string) => {
        const known = imported.get(from) ?? new Set();
        imported.set(from, known);
        for (const each of names.split(',')) known.add(`${type}${each.trim()}`);
        return '';
      },
    );
    const real = body
      .replace(/^declare .*\n/gm, '')
      .replaceAll(/http:\/\/127\.0\.0\.1:7420|https:\/\/music\.example\.org/g, url)
      .replaceAll(/https:\/\/192\.168\.1\.5:7420\/rooms\/…#key=…/g, invitation);
    // A block within the function, because examples declare names that others take as given.
    return `await step(${JSON.stringify(name)}, ${JSON.stringify(url)}, async ({ client, room, roomId, userId, link, bytes }) => {\n{\n${real}}\n});`;
  });
  const imports = Array.from(
    imported,
    ([from, names]) => `import { ${[...withoutTwins(names)].join(', ')} } from '${from}';`,
  );
  return [`import { outcome, step } from './harness.ts';`, ...imports, ...steps, end].join('\n');
}

/** A name that one example imports as a value needs no import as a type. */
function withoutTwins(names: ReadonlySet<string>): readonly string[] {
  return [...names].filter((name) => !names.has(name.replace(/^type /, '')) || !name.startsWith('type '));
}
