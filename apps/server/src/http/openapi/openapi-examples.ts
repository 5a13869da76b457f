/** The parts of JSON Schema that this API uses. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
}

/**
 * Makes an example for a schema, so that every route has one and none can be wrong: the schema's own example, else the one for
 * its name in this API, else a value of the right type.
 */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  const { properties } = schema;
  if (properties !== undefined) {
    // Few answers have a message; with one in the example it would look as if all had it.
    const shown = Object.entries(properties).filter(([key]) => key !== 'message' || schema.required?.includes(key));
    return Object.fromEntries(shown.map(([key, value]) => [key, exampleOf(value, key)]));
  }
  const known = examples[name];
  if (known !== undefined && fits(schema, known)) return known;
  if (schema.enum !== undefined) return schema.enum[0];
  const [either] = schema.anyOf ?? schema.allOf ?? [];
  if (either !== undefined) return exampleOf(either, name);
  if (schema.default !== undefined) return schema.default;
  return plainExample(schema, name);
}

function plainExample(schema: JsonSchema, name: string): unknown {
  switch (schema.type) {
    case 'string':
      return schema.format === 'date-time'
        ? time
        : schema.format === 'email'
          ? email
          : `a ${name.replaceAll('_', ' ')}`;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items, name.replace(/s$/, ''))];
    case 'null':
      return null;
    default:
      return {};
  }
}

function fits(schema: JsonSchema, value: unknown): boolean {
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if (schema.anyOf !== undefined) return schema.anyOf.some((each) => fits(each, value));
  if (Array.isArray(value)) return schema.type === 'array';
  if (typeof value === 'number') return ['integer', 'number'].includes(String(schema.type));
  return schema.type === typeof value;
}

const time = '2026-03-01T19:30:00.000Z';
const email = 'ada@example.org';
const jwt = 'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiI3ZjhkIn0.c2lnbmF0dXJl';

/** Examples by field name, the same throughout the API. Recorded answers have them in place of what is random. */
export const examples: Readonly<Record<string, unknown>> = {
  user_id: '7f8d0c3e-5b52-4f0e-9d1a-3c6f2a9b1e70',
  username: 'ada',
  display_name: 'Ada Łukasik',
  user_tag: 'ada#0427',
  email,
  password: 'correct horse battery',
  confirm_password: 'correct horse battery',
  current_password: 'correct horse battery',
  new_password: 'staple of the battery',
  token: jwt,
  bot_token: `rtbot_${'bm90IGEgcmVhbCB0b2tlbiwgYnV0IGFzIGxvbmcgYXMgb25l'.padEnd(64, 'A')}`,
  scopes: ['listen', 'play', 'chat'],
  events: ['room.joined', 'room.left'],
  event: 'room.joined',
  secret: 'whsec_bm90IGEgcmVhbCBzZWNyZXQsIHN1cmVseQ==',
  refresh_token: 'bm90IGEgcmVhbCByZWZyZXNoIHRva2VuLCBidXQgYXMgbG9uZyBhcyBvbmU',
  resume_token: 'bm90IGEgcmVhbCByZXN1bWUgdG9rZW4',
  encrypted_payload: 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..aXY.Y2lwaGVydGV4dA.dGFn',
  ws_url: 'wss://music.example.org/api/websocket/eyJhbGciOiJkaXIi',
  expires_in: 900,
  avatar_url: '/avatars/a4a9ba46cc5090412ebf9285870b21fee8c9a23f.webp',
  roles: ['member'],
  current_room: '',
  total_notes: 48_210,
  time_played: 7_260,
  rooms_created: 3,
  room_id: 'fE1v0c3Yb52T4f0e',
  room_name: 'Sunday jam',
  room_owner: '7f8d0c3e-5b52-4f0e-9d1a-3c6f2a9b1e70',
  room_owner_name: 'ada',
  room_owner_display_name: 'Ada Łukasik',
  current_users: 3,
  max_users: 20,
  welcome_message: 'Slow blues in A. Come in!',
  has_password: false,
  limit: 20,
  total: 41,
  pages: 3,
  address: '192.0.2.17',
  user_agent: 'Mozilla/5.0',
  sid: '3q2-7wAAAAAAAAAAAAAAAA',
  user: 'grace',
  sheet_id: 'c9ENTvc25Wo0Y1Mjl_b-CA',
  passkey_id: 'AAAAAAAAAAAAAAAAAAAAAA',
  entry_id: '019ca6f1b4c0000052217dd3',
  invitation_id: 'db4acdd3-f08a-4bc7-b67d-99745190f711',
  webhook_id: '505de58a-068d-4def-9229-190891304e97',
  delivery_id: 'msg_019ca6f1b4c0000000880529',
  challenge: 'V-CHleF814vOtbnZjNy0ohX2ZXVOhvzmY85vHH34TGU',
  request_id: '0b6f3c1e-8a53-4d0e-a1b4-9d6b1c5f2e90',
  product_id: 'pro-monthly',
  name: 'Pro, monthly',
  description: 'Pro rooms, and more and larger rooms of your own.',
  price: 500,
  currency: 'eur',
  interval: 'month',
  features: ['Pro rooms', 'Up to 50 rooms of your own'],
  success_url: 'https://music.example.org/thanks',
  cancel_url: 'https://music.example.org/',
  return_url: 'https://music.example.org/',
  checkout_url: 'https://pay.example.com/checkout/cs_1',
  portal_url: 'https://pay.example.com/portal/ps_1',
  session_id: 'cs_1',
  file_id: '3q2-7wAAAAAAAAAAAAAAAA',
  data: 'TVRoZAAAAAYAAAABAGBNVHJrAAAABAD/LwA=',
  title: 'Prelude in C',
  image: 'https://example.org/prelude.png',
  url: 'https://example.org/prelude',
  message: 'Done.',
  reason: 'Too loud for the neighbours',
  uptime_seconds: 3_600,
  active_connections: 12,
  memory_usage: '12.3%',
  cpu_usage: '4.5%',
  database: 'ok',
  redis: 'disabled',
  external_apis: 'disabled',
};
