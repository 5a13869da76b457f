import { issues } from '@roomtone/protocol';
import { describe, expect, it } from 'vitest';
import { CallError } from '../../contract/call-error.ts';
import { strings } from '../strings.ts';
import { failureText, fieldIssues } from './failure-text.ts';

const refusal = (code: 'VALIDATION_ERROR' | 'AUTHORIZATION_ERROR' | 'RATE_LIMIT_EXCEEDED', details: object) =>
  new CallError({ code, message: 'No.', details: { ...details } });

describe('failure texts', () => {
  it('name each field’s problem, the first one per field', () => {
    const errors = [
      { field: 'username', ...issues.tooShort(3) },
      { field: 'username', ...issues.taken },
      { field: 'email', code: 'email', issue: 'however the server says it' },
      { field: 'password', code: 'of tomorrow', issue: 'must sound well' },
      { field: 'maxUsers', ...issues.invalid('must be few') },
    ];
    expect(fieldIssues(refusal('VALIDATION_ERROR', { ...errors[0], errors }))).toEqual({
      username: 'Use at least 3 characters.',
      email: 'Enter a valid email address.',
      // A problem without a text of its own keeps the server's message.
      password: 'Must sound well.',
      maxUsers: 'Must be few.',
    });
    expect(fieldIssues(new Error('elsewhere'))).toEqual({});
  });

  it('accept bounds as text, as the realtime connection sends them', () => {
    const details = { field: 'message', code: 'too_long', issue: 'is long', max: '500' };
    expect(failureText(refusal('VALIDATION_ERROR', details))).toBe('Use at most 500 characters.');
  });

  it('say what happened on the way to the server', () => {
    const lost = new CallError({ code: 'SERVER_ERROR', message: '', details: {}, problem: 'unconfirmed' });
    expect(failureText(lost)).toBe(strings.failures.unconfirmed);
  });

  it('say when to try again', () => {
    const reset = Math.ceil(Date.now() / 1000) + 20;
    expect(failureText(refusal('RATE_LIMIT_EXCEEDED', { limit: 10, reset }))).toMatch(/in (20|21) s\.$/);
    expect(failureText(refusal('RATE_LIMIT_EXCEEDED', {}))).toBe(strings.failures.tooFast);
  });

  it('explain why something is not allowed', () => {
    expect(failureText(refusal('AUTHORIZATION_ERROR', { reason: 'muted' }))).toBe(strings.failures.muted);
  });
});
