import { describe, expect, test, vi } from 'vitest';
import { createSmtpSender } from '../../src/adapters/smtp/smtp-sender.ts';
import { MailQueue } from '../../src/application/mail/mail-queue.ts';
import { serverLimits } from '../../src/domain/server-limits.ts';
import { type Mail, MailRefused } from '../../src/ports/mail.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import type { TestApp, TestAppOptions } from '../support/test-app.ts';
import { createAccountApp, login, problemOn, problems, works } from './account-app.ts';

const password = 'correct horse';
const newPassword = 'staple of the battery';
const from = 'Roomtone <music@example.org>';
const settings = { ROOMTONE_PUBLIC_URL: 'https://music.example.org', ROOMTONE_NAME: 'Blue Room' };
const hourMs = 3_600_000;

/** The application with a real mail server behind it. */
async function createMailApp({ env, ...options }: TestAppOptions = {}) {
  const mailServer = await startMailServer();
  const mailSender = createSmtpSender({ url: mailServer.url, from, timeoutMs: 5_000 });
  const app = await createAccountApp({ ...options, env: { ...settings, ...env }, deps: { mailSender } });
  return { app, mailServer };
}

const linkIn = /https:\/\/music\.example\.org\/([a-z-]+)#([\w-]+)/;

/** Waits until so many mails with a link have come, and returns the last one with the token of its link. */
async function nextMail({ received }: MailServer, count: number) {
  const withLink = () => received.filter(({ text }) => linkIn.test(text));
  await vi.waitFor(() => expect(withLink()).toHaveLength(count), { timeout: 10_000 });
  const mail = withLink()[count - 1];
  const [, page, token = ''] = linkIn.exec(mail?.text ?? '') ?? [];
  return { mail, page, token };
}

const recover = (app: TestApp, email: string, headers = {}) =>
  app.call('POST', '/api/auth/password-recovery', { body: { email }, headers });
const finish = (app: TestApp, token: string, password_ = newPassword) =>
  app.call('POST', '/api/auth/password-recovery/finish', { body: { token, new_password: password_ } });
const verify = (app: TestApp, token: string) => app.call('POST', '/api/auth/email-verification', { body: { token } });
const isVerified = async (app: TestApp, token: string) =>
  (await app.call('GET', '/api/users/profile', { token })).body.data.email_verified;

describe('a server that sends no mails', () => {
  test('S24.1: says so, and refuses what needs them', async () => {
    const app = await createAccountApp();
    const { token } = await app.register('ada');
    expect((await app.call('GET', '/api/server')).body.data.recovery).toBe('host');
    const answers = [
      await recover(app, 'ada@example.org'),
      await finish(app, 'x'),
      await verify(app, 'x'),
      await app.call('POST', '/api/users/profile/email-verification', { token }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe('verifying an email', () => {
  test('S24.2, S24.3: a new account gets a link that verifies its email, and another email is not verified', async () => {
    const { app, mailServer } = await createMailApp();
    expect((await app.call('GET', '/api/server')).body.data.recovery).toBe('email');
    const { token } = await app.register('ada');
    const first = await nextMail(mailServer, 1);
    expect(first).toMatchObject({ mail: { to: ['ada@example.org'], from: 'music@example.org' }, page: 'verify-email' });
    expect(await isVerified(app, token)).toBe(false);
    const { status, body } = await verify(app, first.token);
    expect([status, body.data, await isVerified(app, token)]).toEqual([200, { email_verified: true }, true]);
    const change = (email: string) =>
      app.call('PUT', '/api/users/profile', { token, body: { email, current_password: password } });
    expect((await change('ADA@example.org')).body.data.email_verified).toBe(true);
    expect((await change('lovelace@example.org')).body.data.email_verified).toBe(false);
    const second = await nextMail(mailServer, 2);
    expect(second.mail?.to).toEqual(['lovelace@example.org']);
    expect((await verify(app, second.token)).status).toBe(200);
  });

  test('S24.2: a user asks for another link, at most three times an hour', async () => {
    const { app, mailServer } = await createMailApp({ env: { ROOMTONE_EMAIL: 'optional' } });
    const { token } = await app.register('ada');
    const old = await nextMail(mailServer, 1);
    const ask = () => app.call('POST', '/api/users/profile/email-verification', { token });
    expect((await ask()).body.data).toEqual({ email_verified: false });
    const { token: newest } = await nextMail(mailServer, 2);
    expect((await ask()).status).toBe(200);
    expect([(await ask()).status, (await ask()).body.error.details.limit]).toEqual([429, 3]);
    app.clock.advance(hourMs);
    const { token: later } = await app
      .call('POST', '/api/auth/login', { body: { username: 'ada', password } })
      .then(({ body }) => body.data);
    const { token: last } = await nextMail(mailServer, 3);
    expect((await app.call('POST', '/api/users/profile/email-verification', { token: later })).status).toBe(200);
    const { token: latest } = await nextMail(mailServer, 4);
    for (const replaced of [old.token, newest, last]) {
      expect(problems(await verify(app, replaced))).toEqual(problemOn('token', 'is wrong or has been used'));
    }
    expect((await verify(app, latest)).status).toBe(200);
    const answer = await app.call('POST', '/api/users/profile/email-verification', { token: later });
    expect(answer.body.data).toEqual({ email_verified: true });
    const none = { email: '', current_password: password };
    await app.call('PUT', '/api/users/profile', { token: later, body: none });
    const refused = await app.call('POST', '/api/users/profile/email-verification', { token: later });
    expect(problems(refused)).toEqual(problemOn('email', 'is required'));
  });
});

describe('recovering a password', () => {
  test('S24.4: the answer is the same whether or not an account has the email', async () => {
    const { app, mailServer } = await createMailApp();
    await app.register('ada');
    await nextMail(mailServer, 1);
    const tidy = async (email: string) => {
      const { status, body } = await recover(app, email);
      return [status, body];
    };
    const known = await tidy('ADA@example.org');
    expect([await tidy('nobody@example.org'), known[0]]).toEqual([known, 200]);
    expect((await nextMail(mailServer, 2)).mail?.to).toEqual(['ada@example.org']);
    expect(problems(await recover(app, 'ada'))).toEqual(problemOn('email', 'must be a valid email address'));
  });

  test('S24.5: the link sets a password by the rules, ends every session, and verifies the email', async () => {
    const { app, mailServer } = await createMailApp();
    const { token, user } = await app.register('ada');
    await nextMail(mailServer, 1);
    await recover(app, 'ada@example.org');
    const { token: link, page } = await nextMail(mailServer, 2);
    expect(page).toBe('recover-password');
    expect(problems(await finish(app, link, 'password1'))).toEqual(problemOn('new_password', 'is too common'));
    expect(problems(await finish(app, link, 'short'))).toEqual(
      problemOn('new_password', 'must have at least 8 characters'),
    );
    expect(await works(app, token)).toBe(true);
    expect((await finish(app, link)).status).toBe(200);
    expect(await works(app, token)).toBe(false);
    expect(app.realtime.endedSessions).toHaveLength(1);
    expect((await login(app, 'ada')).status).toBe(401);
    const again = await login(app, 'ada', newPassword);
    expect([again.status, again.body.data.user]).toEqual([200, user]);
    expect(await isVerified(app, again.body.data.token)).toBe(true);
  });

  test('S24.5: a second factor stays', async () => {
    const { app, mailServer } = await createMailApp();
    const { user } = await app.register('ada');
    await nextMail(mailServer, 1);
    await app.storage.setTotp(user.user_id, { sealedSecret: 'x', lastStep: 1 }, ['a']);
    await recover(app, 'ada@example.org');
    const { token } = await nextMail(mailServer, 2);
    expect((await finish(app, token)).status).toBe(200);
    expect((await login(app, 'ada', newPassword)).body.error.details.reason).toBe('second_factor');
  });

  test('S24.6: a link works once, for half an hour, until there is a newer one or another email', async () => {
    const { app, mailServer } = await createMailApp();
    const { token } = await app.register('ada');
    const verification = await nextMail(mailServer, 1);
    const used = problemOn('token', 'is wrong or has been used');
    const newLink = async (count: number) => {
      await recover(app, 'ada@example.org');
      return (await nextMail(mailServer, count)).token;
    };
    expect(problems(await finish(app, verification.token))).toEqual(used);
    const [first, second] = [await newLink(2), await newLink(3)];
    expect(problems(await finish(app, first))).toEqual(used);
    expect(problems(await verify(app, second))).toEqual(used);
    app.clock.advance(30 * 60_000);
    expect(problems(await finish(app, second))).toEqual(used);
    app.clock.advance(hourMs);
    const third = await newLink(4);
    expect((await finish(app, third)).status).toBe(200);
    expect(problems(await finish(app, third, 'another of these'))).toEqual(used);
    const fourth = await newLink(5);
    const signedIn = (await login(app, 'ada', newPassword)).body.data;
    expect(await works(app, token)).toBe(false);
    const body = { email: 'lovelace@example.org', current_password: newPassword };
    expect((await app.call('PUT', '/api/users/profile', { token: signedIn.token, body })).status).toBe(200);
    expect(problems(await finish(app, fourth))).toEqual(used);
  });

  test('S24.6: of several who use a link at once, one succeeds', async () => {
    const { app, mailServer } = await createMailApp();
    await app.register('ada');
    await nextMail(mailServer, 1);
    await recover(app, 'ada@example.org');
    const { token } = await nextMail(mailServer, 2);
    const answers = await Promise.all([1, 2, 3].map((each) => finish(app, token, `${newPassword} ${each}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('S24.6: neither a link nor an address is logged', async () => {
    const { app, mailServer } = await createMailApp({ env: { ROOMTONE_LOG_LEVEL: 'trace' } });
    mailServer.refuse(550, 1);
    await app.register('ada');
    await vi.waitFor(() => expect(app.logLines.join('')).toContain('a mail could not be sent'));
    await recover(app, 'ada@example.org');
    const { token } = await nextMail(mailServer, 1);
    await finish(app, token);
    const log = app.logLines.join('');
    expect([log.includes(token), log.includes('ada@example.org')]).toEqual([false, false]);
  });

  test('S24.7: one address may ask 20 times an hour, and an account gets three links, without a difference in the answers', async () => {
    const { app, mailServer } = await createMailApp({ env: { ROOMTONE_TRUST_PROXY: '127.0.0.1' } });
    await app.register('ada');
    await nextMail(mailServer, 1);
    const ask = async (email: string, address: string) =>
      (await recover(app, email, { 'x-forwarded-for': address })).status;
    for (let count = 0; count < 10; count++) {
      expect(await ask('ada@example.org', '192.0.2.1')).toBe(200);
      expect(await ask('nobody@example.org', '192.0.2.1')).toBe(200);
    }
    expect(await ask('grace@example.org', '192.0.2.1')).toBe(429);
    await app.register('bob');
    expect(await ask('ada@example.org', '192.0.2.2')).toBe(200);
    expect(await ask('bob@example.org', '192.0.2.2')).toBe(200);
    const { mail } = await nextMail(mailServer, 6);
    expect(mail).toBeDefined();
    const to = mailServer.received.map((each) => each.to[0]);
    expect(to.filter((each) => each === 'ada@example.org')).toHaveLength(4);
  });

  test('S24.7: one address causes at most 60 mails an hour that verify', async () => {
    const { app, mailServer } = await createMailApp();
    let token = '';
    for (let count = 0; count < 61; count++) ({ token } = await app.register(`ada-${count}`));
    const refused = await app.call('POST', '/api/users/profile/email-verification', { token });
    expect([refused.status, refused.body.error.details.limit]).toEqual([429, 60]);
    await nextMail(mailServer, 60);
    expect(mailServer.received.map(({ to }) => to[0])).not.toContain('ada-60@example.org');
  });

  test('S24.8: mails are plain text in the language of the browser, with the link and nothing to be loaded', async () => {
    const { app, mailServer } = await createMailApp();
    await app.register('ada');
    const { mail: english } = await nextMail(mailServer, 1);
    expect(english?.headers['subject']).toBe('Confirm your email for Blue Room');
    await recover(app, 'ada@example.org', { 'accept-language': 'tlh, de-CH;q=0.8, en;q=0.5' });
    const { mail: german, token } = await nextMail(mailServer, 2);
    expect(german?.text).toBe(`Hallo ada,

du möchtest ein neues Passwort für Blue Room. Öffne innerhalb von 30 Minuten diesen Link und wähl eins:

https://music.example.org/recover-password#${token}

Danach bist du überall abgemeldet. Wenn du das nicht wolltest, ignoriere diese Mail: Dein Passwort bleibt, wie es ist.
`);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(german?.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(german?.headers['from']).toBe(from);
  });

  test('S24.8: the language that the user chose is before the browser’s', async () => {
    const { app, mailServer } = await createMailApp();
    const { token } = await app.register('ada');
    await nextMail(mailServer, 1);
    const chosen = await app.call('PUT', '/api/users/profile', { token, body: { settings: { language: 'de-AT' } } });
    expect(chosen.body.data.settings.language).toBe('de-AT');
    await recover(app, 'ada@example.org', { 'accept-language': 'en' });
    const { mail } = await nextMail(mailServer, 2);
    expect(mail?.text).toMatch(/^Hallo ada,/);
    for (const language of ['german!', 'de-', 'x'.repeat(36)]) {
      const refused = await app.call('PUT', '/api/users/profile', { token, body: { settings: { language } } });
      expect([language, refused.status]).toEqual([language, 400]);
    }
  });
});

describe('sending mails', () => {
  const mail = (to = 'ada@example.org'): Mail => ({ to, subject: 'Hello', text: 'Hello' });

  /** A queue whose waiting times are over when the test says so. */
  function createQueue(send: (mail: Mail) => Promise<void>) {
    const delays: number[] = [];
    const due: (() => void)[] = [];
    const warn = vi.fn();
    const queue = new MailQueue({
      sender: { send, close() {} },
      log: { warn },
      after(delayMs, run) {
        delays.push(delayMs);
        due.push(run);
        return () => due.splice(due.indexOf(run), 1);
      },
    });
    return { queue, delays, due, warn };
  }

  test('S24.9: a mail that fails is tried again four times, later each time', async () => {
    const mailServer = await startMailServer();
    const sender = createSmtpSender({ url: mailServer.url, from, timeoutMs: 5_000 });
    const { queue, delays, due, warn } = createQueue((each) => sender.send(each));
    mailServer.refuse(451, 5);
    queue.add(mail());
    for (let attempt = 1; attempt <= 5; attempt++) {
      await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(attempt));
      due.shift()?.();
    }
    expect([delays, mailServer.attempts, due]).toEqual([[10_000, 60_000, 300_000, 900_000], 5, []]);
    expect(warn).toHaveBeenLastCalledWith({ reason: 'EMESSAGE 451', attempt: 5 }, 'a mail could not be sent');
    queue.add(mail());
    await vi.waitFor(() => expect(mailServer.received).toHaveLength(1));
    sender.close();
  });

  test('S24.9: one that the mail server refuses for good is not tried again', async () => {
    const { queue, delays, warn } = createQueue(() => Promise.reject(new MailRefused('no such mailbox')));
    queue.add(mail());
    await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
    expect(delays).toEqual([]);
  });

  test('S24.9: two are sent at once, 200 wait, and further ones are dropped', async () => {
    const sent: string[] = [];
    const finishing: (() => void)[] = [];
    const { queue, warn } = createQueue(({ to }) => {
      sent.push(to);
      return new Promise((resolve) => finishing.push(resolve));
    });
    const { atOnce, waiting } = serverLimits.mail;
    for (let index = 0; index < atOnce + waiting; index++) queue.add(mail(`${index}`));
    expect([sent, warn.mock.calls]).toEqual([['0', '1'], []]);
    queue.add(mail('late'));
    expect(warn).toHaveBeenCalledOnce();
    finishing.shift()?.();
    await vi.waitFor(() => expect(sent).toEqual(['0', '1', '2']));
    queue.close();
    for (const done of finishing) done();
    await Promise.resolve();
    expect(sent).toEqual(['0', '1', '2']);
  });

  test('S24.9: the mail server gets user and password, and one elsewhere nothing without TLS', async () => {
    const user = { name: 'room@tone', password: 'p/w:1' };
    const mailServer = await startMailServer(user);
    const sender = createSmtpSender({ url: mailServer.url, from, timeoutMs: 5_000 });
    await sender.send(mail());
    expect(mailServer.received).toHaveLength(1);
    sender.close();
    // Another name of this machine counts as elsewhere.
    const elsewhere = mailServer.url.replace('127.0.0.1', '0.0.0.0');
    const strict = createSmtpSender({ url: elsewhere, from, timeoutMs: 5_000 });
    await expect(strict.send(mail())).rejects.toMatchObject({ code: 'ETLS' });
    expect(mailServer.attempts).toBe(1);
    strict.close();
  });
});
