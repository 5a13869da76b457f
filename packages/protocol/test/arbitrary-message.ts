import fc from 'fast-check';
import protobuf from 'protobufjs';
import type { MemberName, Message, Outgoing } from '../src/frame.ts';
import { mayBeAbsent, memberFields, typeNamed } from './reflection.ts';

const uint32 = () => fc.oneof(fc.nat({ max: 300 }), fc.integer({ min: 0, max: 0xffff_ffff }));
const uint64 = () => fc.oneof(fc.nat({ max: 300 }), fc.maxSafeNat(), fc.constant(Number.MAX_SAFE_INTEGER));
/** Any Unicode text that UTF-8 can carry, so no lone surrogates. */
const text = () => fc.string({ unit: 'binary', maxLength: 40 });

/**
 * Any message of any member, generated from the proto files, so that a new member or field is covered immediately.
 * @param only restricts it to these members.
 */
export function arbitraryMessage<K extends MemberName = MemberName>(
  only?: readonly K[],
): fc.Arbitrary<Outgoing<K> & Message<K>> {
  const names: readonly string[] | undefined = only;
  const fields = memberFields.filter((field) => names === undefined || names.includes(field.name));
  const one = (field: protobuf.Field) =>
    fc.record(
      {
        kind: fc.constant(field.name),
        body: arbitraryBody(resolved(field)),
        requestId: uint32(),
        sender: uint32(),
        serverTime: uint64(),
        sequence: uint64(),
        noteNumber: uint32(),
      },
      { noNullPrototype: true },
    );
  // The types come from the same files, so the records have the right shape.
  return fc.oneof(...fields.map(one)) as unknown as fc.Arbitrary<Outgoing<K> & Message<K>>;
}

/** Any content of a message that is not a member. */
export function arbitraryContent(name: string): fc.Arbitrary<Record<string, unknown>> {
  return arbitraryBody(typeNamed(name));
}

function arbitraryBody(type: protobuf.Type): fc.Arbitrary<Record<string, unknown>> {
  // In proto3 an `optional` field counts as a oneof with one field, and is covered by the oneofs.
  const fields = type.fieldsArray.filter((field) => field.partOf === null);
  const shape = Object.fromEntries(fields.map((field) => [field.name, arbitraryField(field)]));
  const requiredKeys = fields.filter((field) => !mayBeAbsent(field)).map((field) => field.name);
  return fc
    .tuple(fc.record(shape, { requiredKeys, noNullPrototype: true }), ...type.oneofsArray.map(arbitraryChoice))
    .map((parts) => Object.assign({}, ...parts) as Record<string, unknown>);
}

/** None or one of the fields of a oneof. */
function arbitraryChoice(oneof: protobuf.OneOf): fc.Arbitrary<Record<string, unknown>> {
  const some = oneof.fieldsArray.map((field) => arbitraryField(field).map((value) => ({ [field.name]: value })));
  return fc.oneof(fc.constant({}), ...some);
}

function arbitraryField(field: protobuf.Field): fc.Arbitrary<unknown> {
  if (field instanceof protobuf.MapField) {
    return fc.dictionary(text(), arbitraryValue(field), { maxKeys: 4, noNullPrototype: true });
  }
  return field.repeated ? fc.array(arbitraryValue(field), { maxLength: 4 }) : arbitraryValue(field);
}

function arbitraryValue(field: protobuf.Field): fc.Arbitrary<unknown> {
  if (field.resolvedType instanceof protobuf.Type) return arbitraryBody(field.resolvedType);
  if (field.resolvedType instanceof protobuf.Enum) {
    // proto3 enums are open: a value of a later version arrives as its number.
    return fc.oneof(fc.constantFrom(...Object.values(field.resolvedType.values)), fc.nat({ max: 200 }));
  }
  switch (field.type) {
    case 'string':
      return text();
    case 'bool':
      return fc.boolean();
    case 'uint32':
      return uint32();
    case 'uint64':
      return uint64();
    case 'bytes':
      return fc.uint8Array({ maxLength: 64 });
    default:
      throw new Error(`The proto files have a type that these tests do not know yet: ${field.type}`);
  }
}

function resolved(field: protobuf.Field): protobuf.Type {
  if (!(field.resolvedType instanceof protobuf.Type)) throw new Error(`${field.name} is not a message`);
  return field.resolvedType;
}
