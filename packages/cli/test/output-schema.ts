import { readFileSync } from 'node:fs';
import Schema from 'typebox/schema';
import { expect } from 'vitest';

const schema = JSON.parse(readFileSync(new URL('../output.schema.json', import.meta.url), 'utf8'));

/** The commands that the schema describes, and what it shares between them. */
export const described: readonly string[] = Object.keys(schema.$defs);

/** Reads what a command has printed with --json, and holds every line to the published schema. */
export function printedBy(command: string, output: string) {
  const lines = output.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const value = JSON.parse(line);
    const is = { $defs: schema.$defs, $ref: `#/$defs/${value.type === 'error' ? 'error' : command}` };
    expect(Schema.Errors(is, value)[1], line).toEqual([]);
    return value;
  });
}
