// The kinds of fields that a record can have. Of typebox they take its types alone: programs on the SDK load this file, and loading
// typebox takes a third of the time in which they start.
import type { TBoolean, TEnum, TInteger, TSchema, TString } from 'typebox';
import { type Issue, issues } from '../issues.ts';
import { textIssue } from '../text.ts';

/** One field of a record. */
export interface Field<Value, Wire = Value, Schema extends TSchema = TSchema> {
  /** Its number in the message of the proto files. */
  readonly wire: number;
  /** Its value if nobody has set it. */
  readonly default: Value;
  /** Its shape in the bodies of REST. */
  readonly body: Schema;
  /** Its shape in the answers of REST, which name no bounds. */
  readonly view: Schema;
  /** The value as it is kept: text without spaces around it. */
  clean(value: Value): Value;
  /** The problem with a clean value, if it has one. */
  issueOf(value: Value): Issue | undefined;
  /** True if a stored value can still be one. */
  holds(stored: unknown): stored is Value;
  toWire(value: Value): Wire;
  /** Undefined for a value that this version does not know. */
  fromWire(sent: Wire): Value | undefined;
}

interface Told<Value> {
  readonly wire: number;
  readonly default: Value;
}

export function yesNo(told: Told<boolean>): Field<boolean, boolean, TBoolean> {
  const schema = shape<TBoolean>({ type: 'boolean' });
  return {
    ...plain<boolean>((value) => typeof value === 'boolean'),
    ...told,
    body: schema,
    view: schema,
    issueOf: () => undefined,
  };
}

/** Free text of several lines. */
export function lines(
  told: Told<string> & { readonly max: number; readonly description: string },
): Field<string, string, TString> {
  const { max, description, ...rest } = told;
  return {
    ...plain<string>((value) => typeof value === 'string'),
    ...rest,
    body: shape<TString>({ type: 'string', description }),
    view: shape<TString>({ type: 'string' }),
    clean: (value) => value.trim(),
    issueOf: (value) => textIssue(value, { max }, 'lineFeeds'),
  };
}

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** A whole number within bounds; with `orZero`, 0 has a meaning of its own. */
export function wholeNumber(
  told: Told<number> & { readonly bounds: Bounds; readonly orZero?: true; readonly description: string },
): Field<number, number, TInteger> {
  const { bounds, orZero = false, description, ...rest } = told;
  const { min, max } = bounds;
  return {
    ...plain<number>((value) => Number.isInteger(value)),
    ...rest,
    body: shape<TInteger>({ type: 'integer', minimum: orZero ? 0 : min, maximum: max, description }),
    view: shape<TInteger>({ type: 'integer' }),
    issueOf(value) {
      const fits = (orZero && value === 0) || (Number.isInteger(value) && value >= min && value <= max);
      return fits ? undefined : issues.wholeBetween(min, max);
    },
  };
}

/** A field that is one of several names. */
export interface Choice<Name extends string, Wire> extends Field<Name, Wire, TEnum<Name[]>> {
  readonly names: readonly Name[];
}

/** One of several names; `numbers` has the number of each on the wire. */
export function choice<const Name extends string, Numbers extends Readonly<Record<string, number>>>(
  told: Told<NoInfer<Name>> & { readonly names: readonly (Name & keyof Numbers)[]; readonly numbers: Numbers },
): Choice<Name, Numbers[keyof Numbers]> {
  const { names, numbers, ...rest } = told;
  type Wire = Numbers[keyof Numbers];
  const schema = shape<TEnum<Name[]>>({ enum: [...names] });
  return {
    ...rest,
    names,
    body: schema,
    view: schema,
    clean: (name) => name,
    issueOf: (name) => (names.includes(name) ? undefined : issues.invalid(`must be one of ${names.join(', ')}`)),
    holds: (stored): stored is Name => names.some((name) => name === stored),
    // In programs without types, a name that does not exist becomes the number that servers refuse.
    toWire: (name) => (numbers[name] ?? 0) as Wire,
    fromWire: (sent) => names.find((name) => numbers[name] === sent),
  };
}

/** A JSON schema, as typebox would make it. */
function shape<Schema extends TSchema>(schema: object): Schema {
  return schema as Schema;
}

/** The common part of fields whose value on the wire is their value. */
function plain<Value>(isOne: (stored: unknown) => boolean) {
  const same = (value: Value): Value => value;
  return { clean: same, toWire: same, fromWire: same, holds: (stored: unknown): stored is Value => isOne(stored) };
}
