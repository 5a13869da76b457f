/** A problem with a field: a code for programs, which stays the same when the wording changes, and an English text. */
export interface Issue {
  readonly code: IssueCode;
  /** Continues the field's name: "must not be empty". */
  readonly issue: string;
  /** The bounds that were exceeded, for codes that have some. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** A field, dotted where nested (`settings.theme`), and what is wrong with it. */
export interface FieldIssue extends Issue {
  readonly field: string;
}

/** `invalid` covers every problem without its own code. */
export const issueCodes = [
  'required',
  'empty',
  'too_short',
  'too_long',
  'out_of_range',
  'not_whole',
  'control_characters',
  'mixed_alphabets',
  'name_characters',
  'email',
  'taken',
  'reserved',
  'is_username',
  'is_email',
  'too_common',
  'mismatch',
  'wrong',
  'wrong_code',
  'oneself',
  'picture_kind',
  'picture_damaged',
  'picture_bytes',
  'picture_pixels',
  'choice',
  'unknown_field',
  'unknown_command',
  'nobody_here',
  'incomplete',
  'too_much',
  'invalid',
] as const;
export type IssueCode = (typeof issueCodes)[number];

/** Issues found in several places, or translated for people. */
export const issues = {
  required: { code: 'required', issue: 'is required' },
  empty: { code: 'empty', issue: 'must not be empty' },
  /** For text, in characters. */
  tooShort: (min: number): Issue => ({ code: 'too_short', issue: `must have at least ${min} characters`, min }),
  tooLong: (max: number): Issue => ({ code: 'too_long', issue: `must have at most ${max} characters`, max }),
  atLeast: (min: number): Issue => ({ code: 'out_of_range', issue: `must be at least ${min}`, min }),
  atMost: (max: number, unit = ''): Issue => ({ code: 'out_of_range', issue: `must be at most ${max}${unit}`, max }),
  between: (min: number, max: number): Issue => ({
    code: 'out_of_range',
    issue: `must be between ${min} and ${max}`,
    min,
    max,
  }),
  wholeBetween: (min: number, max: number): Issue => ({
    code: 'out_of_range',
    issue: `must be a whole number from ${min} to ${max}`,
    min,
    max,
  }),
  notWhole: { code: 'not_whole', issue: 'must be a whole number' },
  controlCharacters: {
    code: 'control_characters',
    issue: 'must not contain control or bidirectional-override characters',
  },
  invisibleCharacters: { code: 'control_characters', issue: 'must not contain invisible or control characters' },
  mixedAlphabets: { code: 'mixed_alphabets', issue: 'must not mix alphabets that look alike in one word' },
  nameCharacters: (min: number, max: number): Issue => ({
    code: 'name_characters',
    issue: `must be ${min} to ${max} of the characters A-Z a-z 0-9 _ -`,
    min,
    max,
  }),
  email: { code: 'email', issue: 'must be a valid email address' },
  taken: { code: 'taken', issue: 'is already taken' },
  reserved: { code: 'reserved', issue: 'is reserved' },
  isUsername: { code: 'is_username', issue: 'must not be the username' },
  isEmail: { code: 'is_email', issue: 'must not be the email' },
  tooCommon: { code: 'too_common', issue: 'is too common' },
  mismatch: { code: 'mismatch', issue: 'must equal password' },
  wrong: { code: 'wrong', issue: 'is wrong' },
  /** For codes that work once. */
  wrongCode: { code: 'wrong_code', issue: 'is wrong or has been used' },
  oneself: { code: 'oneself', issue: 'must not be yourself' },
  pictureKind: { code: 'picture_kind', issue: 'must be a PNG, JPEG, WebP or GIF picture' },
  pictureDamaged: { code: 'picture_damaged', issue: 'is damaged or cannot be read' },
  /** @param max MiB. */
  pictureBytes: (max: number): Issue => ({ code: 'picture_bytes', issue: `must be at most ${max} MiB`, max }),
  /** @param max megapixels. */
  picturePixels: (max: number): Issue => ({
    code: 'picture_pixels',
    issue: `must have at most ${max} megapixels`,
    max,
  }),
  unknownField: { code: 'unknown_field', issue: 'is not a known field' },
  /** A problem that our own clients never cause; it has only a text. */
  invalid: (issue: string): Issue => ({ code: 'invalid', issue }),
} satisfies Record<string, Issue | ((...bounds: never[]) => Issue)>;
