/**
 * What the server says is wrong with a field, in the words of the screens; `#` stands for a number in it. What is not
 * here is shown as the server says it.
 */
export const issues: Readonly<Record<string, (first: string, second: string) => string>> = {
  'is required': () => 'Please fill this in.',
  'must not be empty': () => 'Please fill this in.',
  'must have at least # characters': (count) => `At least ${count} characters.`,
  'must have at most # characters': (count) => `At most ${count} characters.`,
  'must be # to # of the characters A-Z a-z #-# _ -': (least, most) =>
    `${least} to ${most} letters, digits, hyphens or underscores.`,
  'must be a valid email address': () => 'This is no email address.',
  'is already taken': () => 'This is taken. Try another one.',
  'is reserved': () => 'This name is not to be had. Try another one.',
  'must not be the username': () => 'Not the username, please: it is guessed first.',
  'must not be the email': () => 'Not the email, please: it is guessed first.',
  'is too common': () => 'Many people use this one. Choose something only you would.',
  'must equal password': () => 'The two are not the same.',
  'is wrong': () => 'This is not it. Try again.',
  'must be a whole number from # to #': (least, most) => `A whole number from ${least} to ${most}.`,
  'must be a whole number': () => 'A whole number, please.',
};
