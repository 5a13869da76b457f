import { expect, it } from 'vitest';
import { placedIssues } from '../../ui/use-server-form.ts';
import { signUpIssues } from './sign-up-form.tsx';

const values = { email: ' ', password: 'one', confirmPassword: 'two' };

it('a missing email and a mismatch are found in the first round', () => {
  expect(Object.keys(signUpIssues(values, true))).toEqual(['email', 'confirmPassword']);
  expect(Object.keys(signUpIssues(values, false))).toEqual(['confirmPassword']);
  expect(signUpIssues({ email: 'a@example.org', password: 'same', confirmPassword: 'same' }, true)).toEqual({});
});

it('issues stand in the order of the fields, so that the first invalid one gets the focus', () => {
  const fields = { username: '', email: '', password: '', settings: { chat: true } };
  const issues = { password: 'short', 'settings.chat': 'no', username: 'taken', unknown: 'x' };
  expect(placedIssues(fields, issues).map(([field]) => field)).toEqual(['username', 'password', 'settings.chat']);
});
