// Everything that follows from the description of a record's fields.
import { validationError } from '../errors.ts';
import type { FieldIssue } from '../issues.ts';
import type { Field } from './field.ts';

// biome-ignore lint/suspicious/noExplicitAny: the values of a record's fields have nothing in common
export type Fields = Readonly<Record<string, Field<any, any>>>;

/** A record as programs and storage have it. */
export type Values<F extends Fields> = { readonly [Name in keyof F]: F[Name]['default'] };

/** A record as a message has it. */
export type WireRecord<F extends Fields> = { [Name in keyof F]: ReturnType<F[Name]['toWire']> };

/** Some fields of a record, as a message has them. */
export type WireValues<F extends Fields> = { [Name in keyof F]?: WireRecord<F>[Name] | undefined };

/** The name of a field in REST. */
export type RestName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${RestName<Rest>}`
    : `_${Lowercase<First>}${RestName<Rest>}`
  : Name;

/** A record as REST has it. */
export type RestValues<F extends Fields> = {
  [Name in keyof F & string as RestName<Name>]: F[Name]['default'];
};

export function restName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A record of which nothing has been set. */
export function defaultsOf<F extends Fields>(fields: F): Values<F> {
  return mapped(fields, (name, field) => [name, field.default]) as Values<F>;
}

/** The fields that are given, with REST's names. */
export function toRest<F extends Fields, V extends Partial<Values<F>>>(
  fields: F,
  values: V,
): V extends Values<F> ? RestValues<F> : Partial<RestValues<F>> {
  return mapped(fields, (name) => [restName(name), values[name]]) as never;
}

/** The fields that a body has, each as it is kept. */
export function fromRest<F extends Fields>(
  fields: F,
  body: { readonly [Name in keyof RestValues<F>]?: RestValues<F>[Name] | undefined } = {},
): Partial<Values<F>> {
  const given = body as Record<string, unknown>;
  return mapped(fields, (name, field) => {
    const value = given[restName(name)];
    return [name, value === undefined ? value : field.clean(value)];
  }) as Partial<Values<F>>;
}

/** The fields that are given, as a message has them. */
export function toWire<F extends Fields, V extends { readonly [Name in keyof F]?: F[Name]['default'] | undefined }>(
  fields: F,
  values: V,
): V extends Values<F> ? WireRecord<F> : WireValues<F> {
  return mapped(fields, (name, field) => {
    const value = values[name];
    return [name, value === undefined ? value : field.toWire(value)];
  }) as never;
}

/** The record of a message. Absent fields, and those with values that this version does not know, have their defaults. */
export function fromWire<F extends Fields>(fields: F, message: WireValues<F> = {}): Values<F> {
  return mapped(fields, (name, field) => {
    const sent = message[name];
    return [name, (sent === undefined ? sent : field.fromWire(sent)) ?? field.default];
  }) as Values<F>;
}

/**
 * The fields that a command has, each as it is kept.
 * @param at where the record is in REST's body.
 * @throws {RoomtoneError} VALIDATION_ERROR for a name that does not exist.
 */
export function givenOnWire<F extends Fields>(fields: F, message: WireValues<F> = {}, at: string): Partial<Values<F>> {
  return mapped(fields, (name, field) => {
    const sent = message[name];
    if (sent === undefined) return [name, sent];
    const value: unknown = field.fromWire(sent);
    if (value !== undefined) return [name, field.clean(value)];
    throw validationError([{ field: `${at}.${restName(name)}`, issue: field.issueOf(sent)?.issue ?? 'is not known' }]);
  }) as Partial<Values<F>>;
}

/** The problems of clean values, with REST's names. */
export function problemsOf<F extends Fields>(fields: F, values: Partial<Values<F>>, at: string): FieldIssue[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name];
    const issue = value === undefined ? undefined : field.issueOf(value);
    return issue === undefined ? [] : [{ field: `${at}.${restName(name)}`, ...issue }];
  });
}

/** The record of a stored JSON text. What it lacks, or has from another version, has its default. */
export function fromStored<F extends Fields>(fields: F, json: string): Values<F> {
  const stored = JSON.parse(json) as Readonly<Record<string, unknown>>;
  return mapped(fields, (name, field) => {
    const value = stored[name];
    return [name, field.holds(value) ? value : field.default];
  }) as Values<F>;
}

/** A record made of each field; entries without a value are left out. */
export function mapped<F extends Fields>(
  fields: F,
  entryOf: (name: string & keyof F, field: F[string]) => readonly [string, unknown],
): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const name in fields) {
    const [key, value] = entryOf(name, fields[name] as F[string]);
    if (value !== undefined) made[key] = value;
  }
  return made;
}
