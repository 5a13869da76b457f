import type { ErrorCode } from '@roomtone/protocol';
import { examples } from '../../src/http/openapi/openapi-examples.ts';
import type { Answer } from '../support/test-app.ts';
import type { PopulatedApp } from './populated-app.ts';

/** The examples of the reference: successes by endpoint, refusals by code. */
export interface RecordedAnswers {
  readonly successes: Record<string, unknown>;
  readonly refusals: Partial<Record<ErrorCode, unknown>>;
}

/** The endpoints whose refusals are shown. */
export const shownRefusals: Partial<Record<ErrorCode, string>> = {
  AUTHENTICATION_ERROR: 'POST /api/auth/login',
  AUTHORIZATION_ERROR: 'PUT /api/rooms/{room_id}',
  RESOURCE_NOT_FOUND: 'DELETE /api/invitations/{invitation_id}',
  ROOM_NOT_FOUND: 'GET /api/rooms/{room_id}',
  RATE_LIMIT_EXCEEDED: 'GET /api/rooms',
  SERVER_ERROR: 'GET /api/rooms',
};

/** Fields whose values are random, and have the reference's example of their name instead. */
const random = new Set([
  ...['refresh_token', 'encrypted_payload', 'ws_url', 'bot_token', 'challenge', 'sid', 'request_id'],
  ...['session_id', 'checkout_url', 'portal_url', 'user_tag', 'avatar_url', 'file_id', 'sheet_id', 'entry_id'],
  ...['invitation_id', 'webhook_id', 'delivery_id'],
]);

const others = [
  '1b0a6c52-77de-4f3a-8c15-2e9d4b8a6f03',
  'c4d2f8a1-3e69-4b07-a5d8-6f1e0b9c7a42',
  '9e5b7d30-61fc-4a28-b3e4-d07c8f2a5b16',
];

/** Patterns of random values, and what is shown in their place. */
const looks: readonly (readonly [RegExp, string])[] = [
  [/[A-Z2-7]{32}/g, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
  [/(?<=whsec_)[\w+/=]+/g, 'bm90IGEgcmVhbCBzZWNyZXQsIHN1cmVseQ=='],
  [/eyJhbGciOiJIUzI1NiI[\w.-]+/g, String(examples['token'])],
  [/(?<=#token=|"token":"|"id":")[\w-]{43}/g, 'z9tO9M8sVKrS5dnpStRY-E41k_wNjJcWLeXZFCVWryg'],
  [/(?<="next":")[0-9a-f]{24}/g, String(examples['entry_id'])],
  // An archive is long; this is an empty one.
  [/(?<=")H4sI[^"]+/g, 'H4sIAAAAAAAAAwMAAAAAAAAAAAA='],
  [/http:\/\/127\.0\.0\.1:\d+/g, 'https://example.org'],
  [/(?<="version":")\d+\.\d+\.\d+[^"]*/g, '1.4.2'],
  [/http:\/\/localhost/g, 'https://music.example.org'],
  [/(?<=")localhost(?=")/g, 'music.example.org'],
];

/** An answer with the same content in each run. */
export function recorded({ body }: Answer, app: PopulatedApp): unknown {
  const named = JSON.stringify(body, (name, value) => {
    if (name === 'recovery_codes' && Array.isArray(value)) return value.map((_, index) => recoveryCode(index));
    return random.has(name) && typeof value === 'string' && value !== '' ? (examples[name] ?? value) : value;
  });
  const ids = new Map([
    [app.ada.user.user_id, String(examples['user_id'])],
    [app.roomId, String(examples['room_id'])],
    // Of the doubles of rooms.
    [String(examples['user_id']), String(examples['user_id'])],
  ]);
  let other = 0;
  const withIds = named.replace(
    /(?<="(?:\w+_)?(?:user_id|room_id|made_by|added_by|room_owner)":")[\w-]{22,36}/g,
    (id) => {
      const shown = ids.get(id) ?? others[other++];
      if (shown === undefined) throw new Error(`There are too few ids to show for ${named}`);
      ids.set(id, shown);
      return shown;
    },
  );
  return JSON.parse(looks.reduce((text, [look, shown]) => text.replace(look, shown), withIds));
}

function recoveryCode(index: number): string {
  const turned = 'zrkdu5w3j7y4ugqykppltwcvwzv6'.split('').map((_, at, all) => all[(at + 3 * index) % all.length]);
  return turned.join('').replace(/.{7}(?=.)/g, '$&-');
}
