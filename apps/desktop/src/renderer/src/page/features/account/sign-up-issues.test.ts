import { expect, it } from 'vitest';
import { placedIssues } from '../../ui/use-server-form.ts';
import { signUpIssues } from './sign-up-issues.ts';

const values = { email: ' ', password: 'one', confirm_password: 'two' };

it('a missing email and a mismatch are found in the first round', () => {
  expect(Object.keys(signUpIssues(values, true))).toEqual(['email', 'confirm_password']);
  expect(Object.keys(signUpIssues(values, false))).toEqual(['confirm_password']);
  expect(signUpIssues({ email: 'a@example.org', password: 'same', confirm_password: 'same' }, true)).toEqual({});
});

it('issues stand in the order of the fields, so that the first invalid one gets the focus', () => {
  const fields = { username: '', email: '', password: '', settings: { chat: true } };
  const issues = { password: 'short', 'settings.chat': 'no', username: 'taken', unknown: 'x' };
  expect(placedIssues(fields, issues).map(([field]) => field)).toEqual(['username', 'password', 'settings.chat']);
});
