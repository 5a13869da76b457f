import { describe, expect, it } from 'vitest';
import { CallError } from '../connection/worker-client.ts';
import { strings } from '../strings.ts';
import { failureText, fieldIssues } from './failure-text.ts';

const refusal = (code: 'VALIDATION_ERROR' | 'AUTHORIZATION_ERROR' | 'RATE_LIMIT_EXCEEDED', details: object) =>
  new CallError({ code, message: 'No.', details: { ...details } });

describe('failures in words', () => {
  it('name each field’s problem, the first one of each', () => {
    const errors = [
      { field: 'username', issue: 'must have at least 3 characters' },
      { field: 'username', issue: 'is taken' },
      { field: 'email', issue: 'must be a valid email address' },
      { field: 'password', issue: 'must sound well' },
    ];
    expect(fieldIssues(refusal('VALIDATION_ERROR', { ...errors[0], errors }))).toEqual({
      username: 'At least 3 characters.',
      email: 'This is no email address.',
      // What nobody has put in other words stays as it was said.
      password: 'Must sound well.',
    });
    expect(fieldIssues(new Error('elsewhere'))).toEqual({});
  });

  it('tell what happened on the way to the server', () => {
    const lost = new CallError({ code: 'SERVER_ERROR', message: '', details: {}, problem: 'unconfirmed' });
    expect(failureText(lost)).toBe(strings.failures.unconfirmed);
  });

  it('tell when to try again', () => {
    const reset = Math.ceil(Date.now() / 1000) + 20;
    expect(failureText(refusal('RATE_LIMIT_EXCEEDED', { limit: 10, reset }))).toMatch(/in (20|21) s\.$/);
    expect(failureText(refusal('RATE_LIMIT_EXCEEDED', {}))).toBe(strings.failures.tooFast);
  });

  it('know why something is not allowed', () => {
    expect(failureText(refusal('AUTHORIZATION_ERROR', { reason: 'muted' }))).toBe(strings.failures.muted);
  });
});
