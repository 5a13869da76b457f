import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';

const protoRoot = fileURLToPath(new URL('../../../proto/', import.meta.url));

/** The proto files loaded at run time: a second decoder that shares nothing with the generated code. */
export const serverMessage = loadServerMessage();

/** The members of ServerMessage in the proto files, in the order of their numbers. */
export const memberFields = memberFieldsOf(serverMessage);

/** Decodes by reflection into ProtoJSON: enums by name, 64-bit integers as strings, bytes as base64, no zeros. */
export function reflectedJson(bytes: Uint8Array): Record<string, unknown> {
  return serverMessage.toObject(serverMessage.decode(bytes), {
    enums: String,
    longs: String,
    bytes: String,
    json: true,
  });
}

/** Encodes ProtoJSON by reflection. */
export function reflectedBytes(json: Record<string, unknown>): Uint8Array {
  return serverMessage.encode(serverMessage.fromObject(json)).finish();
}

/** Decodes by reflection into the form of our own decoder: a kind, a body with every field, the envelope. */
export function reflectedMessage(bytes: Uint8Array): Record<string, unknown> {
  const decoded = serverMessage.decode(bytes);
  const { messageType: _type, ...fields } = plain(serverMessage, decoded as unknown as Record<string, unknown>);
  const kind = memberFields.find((field) => field.name in fields)?.name ?? 'nothing';
  const { [kind]: body, ...envelope } = fields;
  return { kind, body, ...envelope };
}

/** The plain form of a message that is not a member. */
export function reflectedContent(name: string, bytes: Uint8Array): Record<string, unknown> {
  const type = typeNamed(name);
  return plain(type, type.decode(bytes) as unknown as Record<string, unknown>);
}

export function typeNamed(name: string): protobuf.Type {
  return serverMessage.root.lookupType(`roomtone.v1.${name}`);
}

/** True if a field may be absent from our plain messages: an `optional` field, a member of a oneof, or a message. */
export function mayBeAbsent(field: protobuf.Field): boolean {
  if (field.repeated || field.map) return false;
  return field.partOf !== null || field.resolvedType instanceof protobuf.Type;
}

function plain(type: protobuf.Type, source: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const field of type.fieldsArray) {
    const value = source[field.name];
    const present = Object.hasOwn(source, field.name) && value !== null && value !== undefined;
    if (field.map) result[field.name] = { ...(value as object) };
    else if (field.repeated) result[field.name] = [...(value as unknown[])].map((item) => plainValue(field, item));
    else if (present || !mayBeAbsent(field)) result[field.name] = plainValue(field, value);
  }
  return result;
}

function plainValue(field: protobuf.Field, value: unknown): unknown {
  if (field.resolvedType instanceof protobuf.Type) return plain(field.resolvedType, value as Record<string, unknown>);
  if (field.type === 'bytes') return Uint8Array.from(value as Iterable<number>);
  return field.type === 'uint64' ? Number(String(value)) : value;
}

function loadServerMessage(): protobuf.Type {
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) => protoRoot + target;
  root.loadSync('roomtone/v1/envelope.proto', { keepCase: true });
  root.resolveAll();
  return root.lookupType('roomtone.v1.ServerMessage');
}

function memberFieldsOf(type: protobuf.Type): protobuf.Field[] {
  return [...(type.oneofs['message']?.fieldsArray ?? [])].sort((a, b) => a.id - b.id);
}
