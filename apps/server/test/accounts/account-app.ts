import { expect } from 'vitest';
import { type Answer, createTestApp, type TestApp, type TestAppOptions } from '../support/test-app.ts';

/** Limits that no test of accounts runs into. */
const generous = {
  ROOMTONE_RATE_LIMIT_GENERAL: '100000',
  ROOMTONE_RATE_LIMIT_AUTH: '100000',
  ROOMTONE_RATE_LIMIT_UPLOAD: '100000',
};

/** The application over SQLite, unless told otherwise, without limits that get in the way. */
export function createAccountApp({ env, ...options }: TestAppOptions = {}): Promise<TestApp> {
  return createTestApp({ storage: 'worker', ...options, env: { ...generous, ...env } });
}

/** Signs in to an account that TestApp.register() made. */
export async function login(app: TestApp, username: string, password = 'correct horse'): Promise<Answer> {
  return app.call('POST', '/api/auth/login', { body: { username, password } });
}

/** Whether an access token is accepted where one is needed. */
export async function works(app: TestApp, token: string): Promise<boolean> {
  const { status } = await app.call('GET', '/api/auth/validate-token', { token });
  return status === 200;
}

/** Status and the problems that a refusal names. */
export function problems({ status, body }: Answer): unknown {
  return { status, code: body.error?.code, errors: body.error?.details.errors };
}

/** What problems() gives for one field, whatever the issue's code. */
export function problemOn(field: string, issue: unknown) {
  return { status: 400, code: 'VALIDATION_ERROR', errors: [expect.objectContaining({ field, issue })] };
}

/** Makes an account an admin. */
export async function makeAdmin(app: TestApp, userId: string): Promise<void> {
  await app.storage.setRoles(userId, ['member', 'admin']);
}
