import { expect, test } from 'vitest';
import { checkKeys } from './known-keys.ts';

const known = 'roomName password settings.allowChat settings.welcomeMessage';

test.each([[{}], [{ roomName: 'Loft', password: null, settings: { allowChat: true } }], [{ settings: undefined }]])(
  '%j is accepted',
  (given) => {
    expect(() => checkKeys(given, known, 'update()')).not.toThrow();
  },
);

test.each([
  [{ room_name: 'x' }, 'update() has no `room_name`; did you mean `roomName`?'],
  [{ pasword: 'x' }, 'update() has no `pasword`; did you mean `password`?'],
  [{ settings: { allow_chat: true } }, '`settings` of update() has no `allow_chat`; did you mean `allowChat`?'],
  [{ setings: {} }, 'update() has no `setings`; did you mean `settings`?'],
])('%j is refused with the key that is most like it', (given, message) => {
  expect(() => checkKeys(given, known, 'update()')).toThrow(new TypeError(message));
});
