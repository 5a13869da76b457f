import { expect, test } from 'vitest';
import { isReservedName } from '../../src/application/accounts/reserved-names.ts';

test.each([
  'admin',
  'Admin',
  'ADM1N',
  'adrnin',
  '-admin-',
  'a_d_m_i_n',
  'roornt0ne',
  'R00mtone',
  '5ystem',
  'system',
  'De1eted',
  'Guest-ab12',
  'GUE5T_1',
])('S11.1: %s is reserved, for people would take it for somebody else’s', (name) =>
  expect(isReservedName(name)).toBe(true),
);

test.each(['ada', 'adminton', 'guesthouse', 'guest', 'systema', 'room_tone_fan', 'bernd', 'root'])(
  'S11.1: %s is free',
  (name) => expect(isReservedName(name)).toBe(false),
);
