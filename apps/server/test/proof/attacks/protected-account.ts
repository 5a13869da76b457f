import { TOTP } from 'otpauth';
import { accountPassword, registerFor } from '../accounts.ts';
import { post, type Route, request } from '../raw-request.ts';
import type { ProtectedAccount } from './attack.ts';
import { secondStep } from './second-factors.ts';

const base = '/api/users/profile/second-factor/totp';

/** An account with an authenticator app, and its user's recovery codes. */
export interface Protected extends ProtectedAccount {
  readonly recoveryCodes: readonly string[];
}

export async function protectAccount(port: number, from: string): Promise<Protected> {
  const route = { port, from };
  const {
    tokens: [token],
  } = await registerFor(route, { name: 'protected', count: 1 });
  const { secret } = await post<{ secret: string }>(route, base, { password: accountPassword }, token);
  const code = new TOTP({ secret }).generate();
  const confirmed = await request<{ recovery_codes: string[] }>(route, 'PUT', base, { code }, token);
  return {
    username: 'protected-0',
    password: accountPassword,
    secret,
    from,
    recoveryCodes: confirmed.recovery_codes,
  };
}

/** True if the user still gets in, at their own address. */
export async function getsIn(route: Route, account: Protected): Promise<boolean> {
  const [recoveryCode] = account.recoveryCodes;
  const { status } = await secondStep({ ...route, from: account.from }, account, { recovery_code: recoveryCode });
  return status === 200;
}
