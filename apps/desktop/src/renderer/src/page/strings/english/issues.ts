import type { IssueCode } from '@roomtone/protocol';
import { counted, figure } from './numbers.ts';

/** The bounds that were exceeded, for issues that have some. */
export interface Bounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** The text for a wrong field; undefined where the server’s own words say it best. */
export const issues: Readonly<Record<IssueCode, (bounds: Bounds) => string | undefined>> = {
  required: () => 'Fill this in.',
  empty: () => 'Fill this in.',
  too_short: ({ min = 1 }) => `Use at least ${characters(min)}.`,
  too_long: ({ max = 0 }) => `Use at most ${characters(max)}.`,
  out_of_range: ({ min, max }) => {
    if (min === undefined) return `Enter at most ${figure(max ?? 0)}.`;
    return max === undefined
      ? `Enter at least ${figure(min)}.`
      : `Enter a number from ${figure(min)} to ${figure(max)}.`;
  },
  not_whole: () => 'Enter a whole number.',
  control_characters: () => 'This contains invisible characters. Remove them and try again.',
  mixed_alphabets: () => 'This word mixes letters of two alphabets that look alike. Use one alphabet for a word.',
  name_characters: ({ min = 1, max = 0 }) =>
    `Use ${figure(min)} to ${figure(max)} letters, digits, hyphens or underscores.`,
  email: () => 'Enter a valid email.',
  taken: () => 'This is already taken. Try another one.',
  reserved: () => 'This name isn’t available. Try another one.',
  is_username: () => 'Don’t use your username: it is easy to guess.',
  is_email: () => 'Don’t use your email: it is easy to guess.',
  too_common: () => 'Too many people use this one. Choose something harder to guess.',
  mismatch: () => 'The passwords don’t match.',
  wrong: () => 'Wrong password. Try again.',
  wrong_code: () => 'This code is wrong or has been used. Try another one.',
  oneself: () => 'That’s you. Choose someone else.',
  picture_kind: () => 'Choose a PNG, JPEG, WebP or GIF picture.',
  picture_damaged: () => 'This picture is damaged. Try another one.',
  picture_bytes: ({ max = 0 }) => `This picture is too large. Choose one of at most ${figure(max)} MiB.`,
  picture_pixels: ({ max = 0 }) => `This picture is too large. Choose one of at most ${figure(max)} megapixels.`,
  choice: () => 'Choose one of the options.',
  unknown_field: () => undefined,
  unknown_command: () => 'Unknown command. Type /help for a list.',
  nobody_here: () => 'No one in this room has that name.',
  incomplete: () => 'Something is missing. Type /help and the command to see how it works.',
  too_much: () => 'That is more than the command takes. Type /help and the command to see how it works.',
  invalid: () => undefined,
};

function characters(count: number): string {
  return counted(count, { one: 'character', other: 'characters' });
}
