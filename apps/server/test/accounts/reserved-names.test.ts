import { expect, test } from 'vitest';
import { isMisleadingName, isReservedName } from '../../src/application/accounts/reserved-names.ts';

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

test.each(['Аdmin', 'ѕуѕтем', 'Ａｄｍｉｎ', 'S y s t e m', 'Gυest-1', 'módérator', 'Roomtone!', '𝓐𝓭𝓶𝓲𝓷'])(
  'S11.10: nobody is shown as %s',
  (name) => expect(isMisleadingName(name)).toBe(true),
);

test.each(['Андрей', 'Система', 'Ada Admin', 'Γιώργος', '山田 花子', 'שרה', 'me'])('S11.10: %s may be shown', (name) =>
  expect(isMisleadingName(name)).toBe(false),
);

test.each(['ada', 'adminton', 'guesthouse', 'guest', 'systema', 'room_tone_fan', 'bernd', 'root'])(
  'S11.1: %s is free',
  (name) => expect(isReservedName(name)).toBe(false),
);
