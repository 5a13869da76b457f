import { expect } from 'vitest';
import { type Answer, createTestApp, type TestApp, type TestAppOptions, usualStorage } from '../support/test-app.ts';

/** Rate limits that no account test reaches. */
const generous = {
  ROOMTONE_RATE_LIMIT_GENERAL: '100000',
  ROOMTONE_RATE_LIMIT_AUTH: '100000',
  ROOMTONE_RATE_LIMIT_UPLOAD: '100000',
};

/** The application with rate limits that no test reaches. */
export function createAccountApp({ env, ...options }: TestAppOptions = {}): Promise<TestApp> {
  return createTestApp({ storage: usualStorage, ...options, env: { ...generous, ...env } });
}

/** Signs in to an account that TestApp.register() made. */
export async function login(app: TestApp, username: string, password = 'correct horse'): Promise<Answer> {
  return app.call('POST', '/api/auth/login', { body: { username, password } });
}

/** True if the access token is accepted by a route that needs one. */
export async function works(app: TestApp, token: string): Promise<boolean> {
  const { status } = await app.call('GET', '/api/auth/validate-token', { token });
  return status === 200;
}

/** The status, error code and field errors of a refusal. */
export function problems({ status, body }: Answer): unknown {
  return { status, code: body.error?.code, errors: body.error?.details.errors };
}

/** The result of problems() for one invalid field; the issue's code is not compared. */
export function problemOn(field: string, issue: unknown) {
  return { status: 400, code: 'VALIDATION_ERROR', errors: [expect.objectContaining({ field, issue })] };
}

export async function makeAdmin(app: TestApp, userId: string): Promise<void> {
  await app.storage.setRoles(userId, ['member', 'admin']);
}
