import { readFileSync } from 'node:fs';

/** Of the server, as its package says it. */
export function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
