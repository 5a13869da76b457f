import type { JsonSchema } from '../../src/http/openapi/openapi-examples.ts';

/** One value to try for one field of a body or query. */
export interface SchemaCase {
  /** The dotted path of the value; "" for the whole body. */
  readonly at: string;
  /** The field that a refusal names. */
  readonly field: string;
  readonly what: string;
  /** `absent` leaves the field out. */
  readonly value: unknown;
  readonly isAllowed: boolean;
}

export const absent = Symbol('absent');

/** Values at, below and above every bound of a schema, and of every JSON type that it does not allow. */
export function casesOf(schema: JsonSchema, at = ''): SchemaCase[] {
  const either = schema.anyOf ?? [schema];
  const types = either.map(({ type, const: only }) => (only === undefined ? type : typeof only));
  return [...either.flatMap((each) => ownCases(each, at)), ...otherTypes(types, at)];
}

function ownCases(schema: JsonSchema, at: string): SchemaCase[] {
  if (schema.const !== undefined) return [allowed(at, schema.const)];
  if (schema.enum !== undefined) return choiceCases(schema.enum, at);
  switch (schema.type) {
    case 'string':
      return textCases(schema, at);
    case 'integer':
      return numberCases(schema, at);
    case 'boolean':
      return [allowed(at, true), allowed(at, false)];
    case 'null':
      return [allowed(at, null)];
    case 'array':
      return listCases(schema, at);
    case 'object':
      return objectCases(schema, at);
    default:
      throw new Error(`There are no cases for the type of ${at}: ${schema.type}.`);
  }
}

function objectCases({ properties = {}, required = [], additionalProperties }: JsonSchema, at: string): SchemaCase[] {
  const inside = (name: string) => (at === '' ? name : `${at}.${name}`);
  const cases = Object.entries(properties).flatMap(([name, schema]) => {
    const field = inside(name);
    const leftOut = { at: field, field, what: 'left out', value: absent, isAllowed: !required.includes(name) };
    return [...casesOf(schema, field), leftOut];
  });
  return additionalProperties === false ? [...cases, refused(inside('surprise'), 1)] : cases;
}

function textCases({ minLength = 0, maxLength, pattern, format }: JsonSchema, at: string): SchemaCase[] {
  const fill = format === 'email' ? email : unusualText;
  const cases: SchemaCase[] = [];
  if (minLength > 0) cases.push(allowed(at, fill(minLength)), refused(at, unusualText(minLength - 1)));
  if (maxLength !== undefined) cases.push(allowed(at, fill(maxLength)), refused(at, fill(maxLength + 1)));
  if (maxLength !== undefined && pattern === undefined && format === undefined) {
    // A clef is one code point but two UTF-16 units.
    cases.push(allowed(at, '𝄞'.repeat(maxLength)), refused(at, '𝄞'.repeat(maxLength + 1)));
  }
  if (pattern !== undefined) cases.push(...known(patternCases, pattern, at));
  if (format !== undefined) cases.push(...known(formatCases, format, at));
  return cases;
}

interface Texts {
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

const patternCases: Readonly<Record<string, Texts>> = {
  '^[A-Za-z0-9_-]+$': {
    good: ['aZ09_-', '----', '____'],
    bad: ['a b c', 'a.b.c', 'ädä', 'abc\n', '\nabc', '<b>x', 'a\u0000bc', '音楽家', 'ada@home'],
  },
  '^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3})?$': {
    good: ['', 'de', 'pt-BR', 'zh-Hans-CN', 'gsw', 'abc-12345678-12345678-12345678'],
    bad: ['d', 'german', 'de-', 'de_DE', 'de-A', 'de\n', ' de', 'de-AT-x1-x2-x3'],
  },
};

const formatCases: Readonly<Record<string, Texts>> = {
  email: {
    good: ['a+b@example.org', "o'hara@mail.example.org"],
    bad: [
      'ada',
      '@example.org',
      'ada@',
      'a da@example.org',
      'ada@example..org',
      'ada@exa mple.org',
      'ada@example.org\n',
    ],
  },
};

function known(cases: Readonly<Record<string, Texts>>, rule: string, at: string): SchemaCase[] {
  const texts = cases[rule];
  if (texts === undefined) throw new Error(`There are no cases for the rule of ${at}: ${rule}.`);
  return [...texts.good.map((text) => allowed(at, text)), ...texts.bad.map((text) => refused(at, text))];
}

function numberCases({ minimum, maximum }: JsonSchema, at: string): SchemaCase[] {
  const cases = [refused(at, (minimum ?? 0) + 0.5)];
  if (minimum !== undefined) cases.push(allowed(at, minimum), refused(at, minimum - 1), refused(at, -1e300));
  if (maximum !== undefined) cases.push(allowed(at, maximum), refused(at, maximum + 1), refused(at, 1e300));
  return cases;
}

function listCases({ items = {}, maxItems }: JsonSchema, at: string): SchemaCase[] {
  const each = casesOf(items, `${at}.0`);
  const good = items.type === 'object' ? smallest(items) : each.find(({ isAllowed }) => isAllowed)?.value;
  const inList = (one: SchemaCase) =>
    one.at === `${at}.0` ? one.value : changed(good, one.at.slice(at.length + 3), one.value);
  const cases = [allowed(at, []), ...each.map((one) => ({ ...one, at, value: [inList(one)] }))];
  if (maxItems !== undefined) {
    const of = (length: number) => Array.from({ length }, () => good);
    cases.push(allowed(at, of(maxItems)), refused(at, of(maxItems + 1)));
  }
  return cases;
}

/** An object with the fields that it needs. */
function smallest({ properties = {}, required = [] }: JsonSchema): object {
  return Object.fromEntries(
    required.map((name) => [name, casesOf(properties[name] ?? {}).find(({ isAllowed }) => isAllowed)?.value]),
  );
}

function changed(object: unknown, name: string, value: unknown): object {
  const entries = Object.entries({ ...(object as object), [name]: value });
  return Object.fromEntries(entries.filter(([, each]) => each !== absent));
}

function choiceCases(choices: readonly unknown[], at: string): SchemaCase[] {
  const others = choices.flatMap((choice) => [`${choice}s`, String(choice).toUpperCase(), ` ${choice}`]);
  const wrong = ['', ...others].filter((other) => !choices.includes(other));
  return [...choices.map((choice) => allowed(at, choice)), ...wrong.map((other) => refused(at, other))];
}

const ofEachType = { string: 'text', integer: 7, boolean: true, array: [], object: {}, null: null };

function otherTypes(types: readonly unknown[], at: string): SchemaCase[] {
  const others = Object.entries(ofEachType).filter(([type]) => !types.includes(type));
  return others.map(([, value]) => refused(at, value));
}

let unusual = 20_260_301;

/** Text that can be refused only for its length; never the same twice. */
function unusualText(length: number): string {
  unusual = (unusual * 48_271) % 2_147_483_647;
  return `${unusual.toString(36)}qzxjvkwq`.repeat(Math.ceil(length / 9)).slice(0, length);
}

/** A valid email address with exactly this many characters. */
function email(length: number): string {
  const local = unusualText(20);
  const labels: string[] = [];
  for (let left = length - local.length - 1; left > 0; left -= 61) labels.push('x'.repeat(Math.min(left, 61) - 1));
  return `${local}@${labels.join('.')}x`;
}

function allowed(at: string, value: unknown): SchemaCase {
  return { at, field: at, what: shown(value), value, isAllowed: true };
}

function refused(at: string, value: unknown): SchemaCase {
  return { at, field: at, what: shown(value), value, isAllowed: false };
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 30)}… (${[...text].length - 2} characters)` : text;
}
