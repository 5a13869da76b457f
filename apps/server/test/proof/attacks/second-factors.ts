// Attacks on the second factor of an account whose password is known, and on what is sent to its user.
import { TOTP } from 'otpauth';
import { ask, type RawReply, type Route } from '../raw-request.ts';
import { type Attack, type AttackTarget, type ProtectedAccount, repeat } from './attack.ts';

const fewClients = ['', '', '', ''];

/** Requests of one attack in which a limit is reached even if nothing is repeated for long. */
const atLeast = 30;

/** Signs in again and again, with a guess at each challenge. */
const guess =
  (factor: () => object): Attack =>
  ({ ms, protectedAccount, ...route }) =>
    repeat({ ms, atLeast }, fewClients, () => secondStep(route, protectedAccount, factor()));

export const secondFactorAttacks: Readonly<Record<string, Attack>> = {
  'guesses at the code of an authenticator app': guess(() => ({ code: numbered(6) })),
  'guesses at a recovery code': guess(() => ({ recovery_code: `AAAA-BBBB-CCCC-${numbered(12)}` })),
  'a code of an authenticator app is used again': replayCode,
  'requests for passkeys': ({ ms, tokens, ...route }) =>
    repeat({ ms, atLeast: 120 }, fewClients, () =>
      ask(route, 'POST', '/api/users/profile/second-factor/passkeys/options', {
        token: tokens[0],
        body: { password: 'a guess at it' },
      }),
    ),
  'requests for mails that recover a password': ({ ms, victim, ...route }) =>
    repeat({ ms, atLeast: 120 }, fewClients, () =>
      ask(route, 'POST', '/api/auth/password-recovery', { body: { email: `${victim}@example.org` } }),
    ),
};

/** Somebody has watched the user type a code, and uses it while it would still be valid. */
async function replayCode({ ms, protectedAccount, ...route }: AttackTarget) {
  const code = new TOTP({ secret: protectedAccount.secret }).generate();
  // Refused if it is the code that confirmed the app: then that was its one use.
  await secondStep({ ...route, from: protectedAccount.from }, protectedAccount, { code });
  return repeat({ ms, atLeast }, fewClients, () => secondStep(route, protectedAccount, { code }));
}

/** Gives the password and then the factor. */
export async function secondStep(
  route: Route,
  { username, password }: Pick<ProtectedAccount, 'username' | 'password'>,
  factor: object,
): Promise<{ readonly status: number; readonly gained: boolean }> {
  const first = await ask(route, 'POST', '/api/auth/login', { body: { username, password } });
  const challenge = challengeIn(first);
  if (challenge === undefined) return { status: first.status, gained: first.status === 200 };
  const { status } = await ask(route, 'POST', '/api/auth/login/second-factor', { body: { challenge, ...factor } });
  return { status, gained: status === 200 };
}

function challengeIn({ text }: RawReply): string | undefined {
  return /"challenge":"([^"]+)"/.exec(text)?.[1];
}

let number = 0;

/** Another text of digits each time. */
function numbered(digits: number): string {
  return String(++number).padStart(digits, '0');
}
