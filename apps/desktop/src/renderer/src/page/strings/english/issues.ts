import type { IssueCode } from '@roomtone/protocol';

/** How far something may go, where its issue has such bounds. */
export interface Bounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** What is wrong with a field; undefined where the server's own words are the best there are. */
export const issues: Readonly<Record<IssueCode, (bounds: Bounds) => string | undefined>> = {
  required: () => 'Please fill this in.',
  empty: () => 'Please fill this in.',
  too_short: ({ min }) => `At least ${min} characters.`,
  too_long: ({ max }) => `At most ${max} characters.`,
  out_of_range: ({ min, max }) => {
    if (min === undefined) return `At most ${max}.`;
    return max === undefined ? `At least ${min}.` : `A number from ${min} to ${max}.`;
  },
  not_whole: () => 'A whole number, please.',
  control_characters: () => 'There are invisible characters in this that cannot stay.',
  name_characters: ({ min, max }) => `${min} to ${max} letters, digits, hyphens or underscores.`,
  email: () => 'This is no email address.',
  taken: () => 'This is taken. Try another one.',
  reserved: () => 'This name is not to be had. Try another one.',
  is_username: () => 'Not the username, please: it is guessed first.',
  is_email: () => 'Not the email, please: it is guessed first.',
  too_common: () => 'Many people use this one. Choose something only you would.',
  mismatch: () => 'The two are not the same.',
  wrong: () => 'This is not it. Try again.',
  oneself: () => 'That is you.',
  picture_kind: () => 'This is no PNG, JPEG, WebP or GIF picture.',
  picture_damaged: () => 'This picture is damaged. Try another one.',
  picture_bytes: ({ max }) => `The picture may have ${max} MiB at most.`,
  picture_pixels: ({ max }) => `The picture may have ${max} megapixels at most.`,
  choice: () => 'This is none of those to choose from.',
  unknown_field: () => undefined,
  unknown_command: () => 'There is no such command; /help lists those there are.',
  nobody_here: () => 'Nobody in this room is called so.',
  incomplete: () => 'Something is missing; /help and the command say what it takes.',
  too_much: () => 'That is more than the command takes; /help and the command say what it does.',
  invalid: () => undefined,
};
