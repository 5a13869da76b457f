// The list's entry of an endpoint, and the parts that endpoints share.
import type { ErrorCode } from '@roomtone/protocol';
import { TOTP } from 'otpauth';
import type { Answer } from '../../support/test-app.ts';
import type { PopulatedApp } from '../populated-app.ts';

export interface Endpoint {
  /** Method and path: `GET /api/rooms/{room_id}`. */
  readonly name: string;
  readonly status: number;
  readonly token: 'required' | 'optional' | 'ignored';
  readonly succeed: (app: PopulatedApp) => Promise<Answer>;
  readonly refusals?: Partial<Record<ErrorCode, (app: PopulatedApp) => Promise<Answer>>>;
}

export const password = 'correct horse';

export const nobody = '00000000-0000-4000-8000-000000000000';

export const secondFactor = '/api/users/profile/second-factor';

/** Sets up ada's authenticator app. */
export async function confirmApp({ call, ada: { token }, clock }: PopulatedApp): Promise<Answer> {
  const begun = await call('POST', `${secondFactor}/totp`, { token, body: { password } });
  if (begun.status !== 200) return begun;
  const code = new TOTP({ secret: begun.body.data.secret }).generate({ timestamp: clock.nowMs() });
  return call('PUT', `${secondFactor}/totp`, { token, body: { code } });
}
