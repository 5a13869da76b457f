import { TOTP } from 'otpauth';
import { expect, test, vi } from 'vitest';
import { createSmtpSender } from '../../src/adapters/smtp/smtp-sender.ts';
import { createAuthenticator } from '../support/authenticator.ts';
import { startMailServer } from '../support/mail-server.ts';
import { createAccountApp } from './account-app.ts';

const password = 'correct horse';
const newPassword = 'staple of the battery';
const base = '/api/users/profile/second-factor';
const host = 'music.example.org';
const origin = `https://${host}`;

/** The application with a real mail server, and a user who may have verified their email. */
async function createNoticeApp({ verified }: { readonly verified: boolean }) {
  const mailServer = await startMailServer();
  const mailSender = createSmtpSender({ url: mailServer.url, from: 'music@example.org', timeoutMs: 5_000 });
  const env = { ROOMTONE_PUBLIC_URL: origin, ROOMTONE_NAME: 'Blue Room' };
  const app = await createAccountApp({ env, deps: { mailSender } });
  const { token } = await app.register('ada');
  /** Resolves with the mails so far, once there are so many. */
  const mails = async (count: number) => {
    await vi.waitFor(() => expect(mailServer.received).toHaveLength(count), { timeout: 10_000 });
    return mailServer.received;
  };
  const tokenIn = (text = '') => /#([\w-]+)/.exec(text)?.[1] ?? '';
  const [welcome] = await mails(1);
  if (verified) await app.call('POST', '/api/auth/email-verification', { body: { token: tokenIn(welcome?.text) } });
  const ask = async (method: string, path: string, body: object, headers = {}) => {
    const answer = await app.call(method, path, { token, body, headers: { host, ...headers } });
    expect(answer.status).toBeLessThan(300);
    return answer.body.data;
  };
  const changePassword = (from: string, to: string, headers = {}) =>
    ask('PUT', '/api/auth/password', { current_password: from, new_password: to }, headers);
  return { app, mails, ask, changePassword, tokenIn };
}

test('S24.10: the user of a verified email hears of each change in how they sign in', async () => {
  const { app, mails, ask, changePassword } = await createNoticeApp({ verified: true });
  const german = { 'accept-language': 'de' };
  const { secret } = await ask('POST', `${base}/totp`, { password });
  await ask('PUT', `${base}/totp`, { code: new TOTP({ secret }).generate({ timestamp: app.clock.nowMs() }) });
  await mails(2);
  await ask('POST', `${base}/recovery-codes`, { password }, german);
  await mails(3);
  const { challenge } = (await ask('POST', `${base}/passkeys/options`, { password })).options;
  const passkey = createAuthenticator(host).create({ challenge, origin });
  await ask('POST', `${base}/passkeys`, { name: 'Phone', ...passkey });
  await mails(4);
  await ask('DELETE', `${base}/passkeys/${passkey.id}`, { password });
  await mails(5);
  await ask('DELETE', `${base}/totp`, { password });
  await mails(6);
  await changePassword(password, newPassword, german);
  const [, ...notices] = await mails(7);
  expect(notices.map(({ to }) => to)).toEqual(Array(6).fill(['ada@example.org']));
  expect(notices.map(({ text }) => text.split('\n')[2])).toEqual([
    'An authenticator app was set up for your account on Blue Room.',
    'die Wiederherstellungscodes deines Kontos auf Blue Room wurden ersetzt.',
    'A passkey was added to your account on Blue Room.',
    'A passkey was removed from your account on Blue Room.',
    'The authenticator app was removed from your account on Blue Room.',
    'das Passwort deines Kontos auf Blue Room wurde geändert.',
  ]);
  const links = notices.flatMap(({ text }) => text.match(/https?:\S+/g) ?? []);
  expect(links).toEqual(Array(6).fill(origin));
});

test('S24.10: another email is announced at the one before, and a recovered password at the one that recovered it', async () => {
  const { app, mails, ask, tokenIn } = await createNoticeApp({ verified: true });
  await ask('PUT', '/api/users/profile', { email: 'lovelace@example.org', current_password: password });
  const mail = async (subject: string, count: number) =>
    (await mails(count)).find(({ headers }) => headers['subject']?.includes(subject));
  expect((await mail('The email address of your account on Blue Room was changed', 3))?.to).toEqual([
    'ada@example.org',
  ]);
  await app.call('POST', '/api/auth/password-recovery', { body: { email: 'lovelace@example.org' } });
  const token = tokenIn((await mail('Choose a new password', 4))?.text);
  const body = { token, new_password: newPassword };
  expect((await app.call('POST', '/api/auth/password-recovery/finish', { body })).status).toBe(200);
  expect((await mail('Your password for Blue Room was changed', 5))?.to).toEqual(['lovelace@example.org']);
});

test('S24.10: an email that is not verified gets none, and a user at most ten in an hour', async () => {
  const stranger = await createNoticeApp({ verified: false });
  await stranger.changePassword(password, newPassword);
  const { mails, changePassword } = await createNoticeApp({ verified: true });
  for (let count = 0; count < 6; count++) {
    await changePassword(password, newPassword);
    await changePassword(newPassword, password);
  }
  await mails(11);
  // The first user's mails were written before all of these.
  expect(await stranger.mails(1)).toHaveLength(1);
});
