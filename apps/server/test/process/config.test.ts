import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { withEnvFile } from '../../src/config/env-file.ts';
import { lanSettings } from '../../src/config/lan-settings.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const key = Buffer.alloc(32, 7).toString('base64');

test('S2.1: without any variable the configuration has the documented defaults', () => {
  expect(readConfig({})).toEqual({
    config: {
      environment: 'development',
      direct: 'on',
      name: expect.stringMatching(/\S/),
      offersPro: false,
      host: '127.0.0.1',
      port: 7420,
      udp: { port: 'same', addresses: [], iceServers: [] },
      dataDir: resolve('./data'),
      database: {
        pool: 10,
        tls: 'auto',
        connectTimeoutMs: 5_000,
        statementTimeoutMs: 8_000,
        idleTimeoutMs: 30_000,
      },
      tls: { mode: 'off' },
      acme: {
        directoryUrl: 'https://acme-v02.api.letsencrypt.org/directory',
        email: undefined,
        termsAgreed: false,
        httpPort: undefined,
      },
      announce: false,
      internet: false,
      invitations: 'members',
      guests: 'on',
      registration: 'open',
      email: 'required',
      adminSecondFactor: 'optional',
      password: 'required',
      redis: { authority: undefined, prefix: 'roomtone:', connectTimeoutMs: 5_000, timeoutMs: 2_000 },
      instance: undefined,
      avatarDir: undefined,
      s3: undefined,
      mailFrom: undefined,
      publicUrl: undefined,
      rateLimits: { general: 100, authentication: 10, uploads: 5, billing: 20 },
      commandLimitFactor: 1,
      trustProxy: [],
      allowedOrigins: [],
      billingProvider: 'sandbox',
      sandboxInProduction: false,
      stripeApiBase: undefined,
      scrape: 'open',
      scrapeAllowHosts: [],
      webhookAllowHosts: [],
      logLevel: 'info',
    },
    secrets: {
      jwtKey: undefined,
      databaseUrl: undefined,
      redisUrl: undefined,
      s3AccessKeyId: undefined,
      s3SecretAccessKey: undefined,
      stripeSecretKey: undefined,
      stripeWebhookSecret: undefined,
      metricsToken: undefined,
      smtpUrl: undefined,
    },
  });
});

test('S2.12: datagrams have a UDP port of their own, none, or the number of the TCP port', () => {
  const udp = (env: Record<string, string>) => readConfig(env).config.udp;
  expect(udp({ ROOMTONE_UDP_PORT: 'off' }).port).toBe('off');
  expect(udp({ ROOMTONE_UDP_PORT: '7421' }).port).toBe(7421);
  expect(udp({ ROOMTONE_UDP_ADDRESSES: '203.0.113.5, 2001:db8::5' }).addresses).toEqual(['203.0.113.5', '2001:db8::5']);
  const iceServers = ['stun:stun.example:3478', 'turn:ada:secret@turn.example:3478'];
  expect(udp({ ROOMTONE_ICE_SERVERS: iceServers.join(',') }).iceServers).toEqual(iceServers);
  for (const port of ['0', '65536', 'on']) expect(thrown({ ROOMTONE_UDP_PORT: port }).problems).toHaveLength(1);
  expect(thrown({ ROOMTONE_UDP_ADDRESSES: 'music.example' }).problems).toHaveLength(1);
  const [problem] = thrown({ ROOMTONE_ICE_SERVERS: 'turn:ada:secret@turn.example' }).problems;
  expect(problem).toMatch(/^ROOMTONE_ICE_SERVERS must hold entries of the form/);
  expect(problem).not.toContain('secret');
});

test('S2.15, S2.16: on the internet, guests and registration are off unless the host says otherwise', () => {
  const internet = { ROOMTONE_INTERNET: 'on', ROOMTONE_HOST: '0.0.0.0' };
  expect(readConfig(internet).config).toMatchObject({ internet: true, guests: 'off', registration: 'closed' });
  expect(readConfig({ ...internet, ROOMTONE_GUESTS: 'on', ROOMTONE_REGISTRATION: 'open' }).config).toMatchObject({
    guests: 'on',
    registration: 'open',
  });
  expect(readConfig({ ROOMTONE_GUESTS: 'off' }).config).toMatchObject({ guests: 'off', registration: 'open' });
  expect(thrown({ ROOMTONE_INTERNET: 'on' }).problems).toEqual([
    expect.stringMatching(/^ROOMTONE_INTERNET is on, but nobody else can reach 127\.0\.0\.1/),
    expect.stringMatching(/^ROOMTONE_INTERNET is on, but ROOMTONE_TLS is off/),
  ]);
  expect(thrown({ ...internet, ROOMTONE_TLS: 'off' }).problems).toHaveLength(1);
});

test('S28.2: a certificate from an authority needs a public name, the consent to its terms, and no proxy', () => {
  const acme = {
    ROOMTONE_TLS: 'acme',
    ROOMTONE_HOST: '0.0.0.0',
    ROOMTONE_PUBLIC_URL: 'https://music.example.org:7420',
    ROOMTONE_ACME_TERMS: 'agreed',
  };
  const { config } = readConfig({ ...acme, ROOMTONE_ACME_EMAIL: 'ada@example.org', ROOMTONE_ACME_HTTP_PORT: '80' });
  expect(config.tls).toEqual({ mode: 'acme' });
  expect(config.acme).toEqual({
    directoryUrl: 'https://acme-v02.api.letsencrypt.org/directory',
    email: 'ada@example.org',
    termsAgreed: true,
    httpPort: 80,
  });
  const is = 'ROOMTONE_TLS is acme, but';
  for (const [change, problem] of [
    [{ ROOMTONE_PUBLIC_URL: '' }, 'ROOMTONE_PUBLIC_URL is not set'],
    [{ ROOMTONE_PUBLIC_URL: 'http://music.example.org' }, 'ROOMTONE_PUBLIC_URL begins with http://'],
    [{ ROOMTONE_PUBLIC_URL: 'https://203.0.113.5' }, 'ROOMTONE_PUBLIC_URL has the IP address 203.0.113.5'],
    [{ ROOMTONE_PUBLIC_URL: 'https://[2001:db8::5]' }, 'ROOMTONE_PUBLIC_URL has the IP address 2001:db8::5'],
    [{ ROOMTONE_PUBLIC_URL: 'https://studio.local' }, 'ROOMTONE_PUBLIC_URL has the name studio.local, which counts'],
    [{ ROOMTONE_PUBLIC_URL: 'https://studio' }, 'ROOMTONE_PUBLIC_URL has the name studio, which counts'],
    [
      { ROOMTONE_PUBLIC_URL: 'https://studio.home.arpa' },
      'ROOMTONE_PUBLIC_URL has the name studio.home.arpa, which does not',
    ],
    [{ ROOMTONE_HOST: '127.0.0.1' }, 'nobody else can reach 127.0.0.1'],
    [{ ROOMTONE_TRUST_PROXY: '127.0.0.1' }, 'ROOMTONE_TRUST_PROXY says that a proxy stands in front.'],
    [{ ROOMTONE_ACME_TERMS: '' }, 'ROOMTONE_ACME_TERMS is not set. Read the terms'],
  ] as const) {
    expect(thrown({ ...acme, ...change }).problems).toEqual([expect.stringContaining(`${is} ${problem}`)]);
  }
  // A private authority may know names that others do not.
  const own = { ...acme, ROOMTONE_ACME_DIRECTORY: 'https://ca.home.arpa/acme/directory' };
  const { acme: settings } = readConfig({ ...own, ROOMTONE_PUBLIC_URL: 'https://studio.home.arpa' }).config;
  expect(settings.directoryUrl).toBe('https://ca.home.arpa/acme/directory');
  expect(lanSettings(acme)['ROOMTONE_TLS']).toBe('acme');
});

test('S2.13: the sandbox of payments in production has to be confirmed', () => {
  const sandbox = { ROOMTONE_ENV: 'production', ROOMTONE_BILLING_PROVIDER: 'sandbox' };
  expect(thrown(sandbox).problems).toEqual([expect.stringContaining('ROOMTONE_SANDBOX_IN_PRODUCTION')]);
  const confirmed = { ...sandbox, ROOMTONE_SANDBOX_IN_PRODUCTION: 'yes' };
  expect(readConfig(confirmed).config.billingProvider).toBe('sandbox');
});

test('S2.4: billing defaults to off in production, and TLS to automatic except on loopback', () => {
  expect(readConfig({ ROOMTONE_ENV: 'production' }).config.billingProvider).toBe('off');
  expect(readConfig({ ROOMTONE_HOST: '0.0.0.0' }).config.tls).toEqual({ mode: 'auto' });
  for (const host of ['localhost', '127.0.0.2', '::1']) {
    expect(readConfig({ ROOMTONE_HOST: host }).config.tls).toEqual({ mode: 'off' });
  }
});

test('R16.4: a server for the network announces itself, unless it has a public URL or the host turns that off', () => {
  const announces = (env: Record<string, string>) => readConfig(env).config.announce;
  const open = { ROOMTONE_HOST: '0.0.0.0' };
  expect(announces(open)).toBe(true);
  expect(announces({ ...open, ROOMTONE_ANNOUNCE: 'off' })).toBe(false);
  expect(announces({ ...open, ROOMTONE_PUBLIC_URL: 'https://a.example' })).toBe(false);
  expect(announces({ ...open, ROOMTONE_PUBLIC_URL: 'https://a.example', ROOMTONE_ANNOUNCE: 'on' })).toBe(true);
  expect(announces({ ROOMTONE_ANNOUNCE: 'off' })).toBe(false);
  expect(thrown({ ROOMTONE_ANNOUNCE: 'on' }).problems).toEqual([
    'ROOMTONE_ANNOUNCE is on, but nobody else can reach 127.0.0.1: set ROOMTONE_HOST, too.',
  ]);
});

test.each([
  ['ROOMTONE_ENV', 'staging', { environment: 'staging' }],
  ['ROOMTONE_NAME', 'Ada’s studio 🎹', { name: 'Ada’s studio 🎹' }],
  ['ROOMTONE_HOST', '0.0.0.0', { host: '0.0.0.0' }],
  ['ROOMTONE_HOST', 'music.local', { host: 'music.local' }],
  ['ROOMTONE_PORT', '0', { port: 0 }],
  ['ROOMTONE_PORT', ' 65535 ', { port: 65_535 }],
  ['ROOMTONE_PORT', '', { port: 7420 }],
  ['ROOMTONE_DATA_DIR', '/srv/roomtone', { dataDir: resolve('/srv/roomtone') }],
  ['ROOMTONE_TLS', 'auto', { tls: { mode: 'auto' } }],
  ['ROOMTONE_TLS', 'a.pem, b.pem', { tls: { mode: 'files', certificate: 'a.pem', key: 'b.pem' } }],
  ['ROOMTONE_REGISTRATION', 'closed', { registration: 'closed' }],
  ['ROOMTONE_EMAIL', 'optional', { email: 'optional' }],
  ['ROOMTONE_MAIL_FROM', 'a@example.org', { mailFrom: 'a@example.org' }],
  ['ROOMTONE_MAIL_FROM', 'Roomtone <a@example.org>', { mailFrom: 'Roomtone <a@example.org>' }],
  ['ROOMTONE_ADMIN_SECOND_FACTOR', 'required', { adminSecondFactor: 'required' }],
  ['ROOMTONE_PASSWORD', 'optional', { password: 'optional' }],
  ['ROOMTONE_PUBLIC_URL', 'https://Music.example/', { publicUrl: 'https://music.example' }],
  ['ROOMTONE_PUBLIC_URL', 'http://x:8080/', { publicUrl: 'http://x:8080' }],
  ['ROOMTONE_TRUST_PROXY', 'off', { trustProxy: [] }],
  ['ROOMTONE_TRUST_PROXY', '10.0.0.0/8, ::1,fd00::/8', { trustProxy: ['10.0.0.0/8', '::1', 'fd00::/8'] }],
  [
    'ROOMTONE_ALLOWED_ORIGINS',
    'https://a.example,app://other',
    { allowedOrigins: ['https://a.example', 'app://other'] },
  ],
  ['ROOMTONE_BILLING_PROVIDER', 'off', { billingProvider: 'off' }],
  ['ROOMTONE_STRIPE_API_BASE', 'http://127.0.0.1:1/', { stripeApiBase: 'http://127.0.0.1:1' }],
  ['ROOMTONE_SCRAPE_ALLOW_HOSTS', 'nas.local:80,[::1]:8080', { scrapeAllowHosts: ['nas.local:80', '[::1]:8080'] }],
  ['ROOMTONE_LOG_LEVEL', 'silent', { logLevel: 'silent' }],
  ['ROOMTONE_RATE_LIMIT_AUTH', '7', { rateLimits: { general: 100, authentication: 7, uploads: 5, billing: 20 } }],
  ['ROOMTONE_COMMAND_LIMIT_FACTOR', '30', { commandLimitFactor: 30 }],
])('S2.1: %s=%s is understood', (name, text, expected) => {
  expect(readConfig({ [name]: text }).config).toMatchObject(expected);
});

test.each([
  ['ROOMTONE_ENV', 'test', 'must be one of production, staging, development, not "test"'],
  ['ROOMTONE_NAME', 'n'.repeat(49), 'must be one line of at most 48 characters that can be seen'],
  ['ROOMTONE_NAME', 'a\u200bb', 'must be one line of at most 48 characters that can be seen'],
  ['ROOMTONE_ANNOUNCE', 'yes', 'must be one of on, off, not "yes"'],
  ['ROOMTONE_HOST', 'a b', 'must be an IP address or a host name, not "a b"'],
  ['ROOMTONE_HOST', '300.1.1.1', 'must be an IP address or a host name, not "300.1.1.1"'],
  ['ROOMTONE_HOST', 'http://x', 'must be an IP address or a host name, not "http://x"'],
  ['ROOMTONE_PORT', '65536', 'must be a whole number from 0 to 65535, not "65536"'],
  ['ROOMTONE_PORT', '7420x', 'must be a whole number from 0 to 65535, not "7420x"'],
  ['ROOMTONE_PORT', '-1', 'must be a whole number from 0 to 65535, not "-1"'],
  ['ROOMTONE_PORT', '0x10', 'must be a whole number from 0 to 65535, not "0x10"'],
  ['ROOMTONE_TLS', 'on', 'must be auto, acme, off, or two paths such as cert.pem,key.pem, not "on"'],
  [
    'ROOMTONE_ACME_DIRECTORY',
    'http://a.example/',
    'must be the address of an ACME directory that starts with https://',
  ],
  ['ROOMTONE_ACME_EMAIL', 'ada', 'must be an email address, not "ada"'],
  ['ROOMTONE_ACME_TERMS', 'yes', 'must be one of agreed, not "yes"'],
  ['ROOMTONE_ACME_HTTP_PORT', '0', 'must be a whole number from 1 to 65535, not "0"'],
  ['ROOMTONE_TLS', 'a,b,c', 'must be auto, acme, off, or two paths such as cert.pem,key.pem, not "a,b,c"'],
  ['ROOMTONE_REGISTRATION', 'maybe', 'must be one of open, closed, not "maybe"'],
  ['ROOMTONE_PASSWORD', 'correct horse', 'must be one of required, optional, not "correct horse"'],
  ['ROOMTONE_EMAIL', 'no', 'must be one of required, optional, not "no"'],
  [
    'ROOMTONE_MAIL_FROM',
    'nobody',
    'must be an email address, alone or as in Roomtone <music@example.org>, not "nobody"',
  ],
  ['ROOMTONE_SMTP_URL', 'http://u:geheim@host', 'must be an address that starts with smtp:// or smtps://'],
  ['ROOMTONE_ADMIN_SECOND_FACTOR', 'yes', 'must be one of required, optional, not "yes"'],
  ['ROOMTONE_PUBLIC_URL', 'music.example', 'must be an address that starts with http:// or https://'],
  ['ROOMTONE_PUBLIC_URL', 'ftp://music.example', 'must be an address that starts with http:// or https://'],
  [
    'ROOMTONE_PUBLIC_URL',
    'https://a.example/music/',
    'has the path /music, but Roomtone needs a host of its own, such as https://roomtone.a.example',
  ],
  ['ROOMTONE_PUBLIC_URL', 'https://a:b@x', 'must have no user name, password, query or fragment'],
  ['ROOMTONE_PUBLIC_URL', 'https://x/?a', 'must have no user name, password, query or fragment'],
  ['ROOMTONE_DATABASE_URL', 'mysql://a:geheim@x', 'must be an address that starts with postgres:// or postgresql://'],
  [
    'ROOMTONE_DATABASE_URL',
    'postgres://a:geheim@x',
    'must end with the name of a database, as in postgres://host/roomtone',
  ],
  [
    'ROOMTONE_DATABASE_URL',
    'postgres://a:100%geheim@x/d',
    'has a % that does not begin an encoded character: write it as %25',
  ],
  [
    'ROOMTONE_DATABASE_URL',
    'postgres://a:geheim@x/d?sslmode=require',
    'may have no parameter but host: timeouts and TLS have settings of their own',
  ],
  ['ROOMTONE_DATABASE_POOL', '0', 'must be a whole number from 1 to 1000, not "0"'],
  ['ROOMTONE_DATABASE_STATEMENT_TIMEOUT_MS', '99', 'must be a whole number from 100 to 600000, not "99"'],
  ['ROOMTONE_DATABASE_CONNECT_TIMEOUT_MS', '600001', 'must be a whole number from 100 to 600000, not "600001"'],
  ['ROOMTONE_DATABASE_IDLE_TIMEOUT_MS', '1s', 'must be a whole number from 100 to 600000, not "1s"'],
  ['ROOMTONE_DATABASE_TLS', 'on', 'must be auto, off, verify, or the path of a certificate such as ca.pem, not "on"'],
  ['ROOMTONE_REDIS_URL', 'localhost:6379', 'must begin with redis://, rediss://, unix:// or redis-sentinel://'],
  ['ROOMTONE_REDIS_URL', 'redis://:100%geheim@h', 'has a % that does not begin an encoded character: write it as %25'],
  [
    'ROOMTONE_REDIS_URL',
    'redis://:geheim@h/name',
    'may end with the number of a database, as in redis://host/1, and with nothing else',
  ],
  [
    'ROOMTONE_REDIS_URL',
    'redis://:geheim@h?timeout=1',
    'may have no parameters: timeouts and TLS have settings of their own',
  ],
  ['ROOMTONE_REDIS_PREFIX', 'a b', 'must be 1 to 64 letters, digits, and characters of ._:-'],
  ['ROOMTONE_REDIS_CONNECT_TIMEOUT_MS', '99', 'must be a whole number from 100 to 600000, not "99"'],
  ['ROOMTONE_REDIS_TIMEOUT_MS', '600001', 'must be a whole number from 100 to 600000, not "600001"'],
  ['ROOMTONE_INSTANCE', 'x'.repeat(65), 'must be 1 to 64 letters, digits, and characters of ._:-'],
  ['ROOMTONE_RATE_LIMIT_GENERAL', '0', 'must be a whole number from 1 to 100000000, not "0"'],
  ['ROOMTONE_RATE_LIMIT_AUTH', 'many', 'must be a whole number from 1 to 100000000, not "many"'],
  ['ROOMTONE_RATE_LIMIT_UPLOAD', '1.5', 'must be a whole number from 1 to 100000000, not "1.5"'],
  ['ROOMTONE_RATE_LIMIT_BILLING', '1e3', 'must be a whole number from 1 to 100000000, not "1e3"'],
  ['ROOMTONE_COMMAND_LIMIT_FACTOR', '0', 'must be a whole number from 1 to 1000000, not "0"'],
  ['ROOMTONE_TRUST_PROXY', 'on', 'must hold addresses or ranges such as 10.0.0.0/8, not "on"'],
  ['ROOMTONE_TRUST_PROXY', '10.0.0.0/33', 'must hold addresses or ranges such as 10.0.0.0/8, not "10.0.0.0/33"'],
  ['ROOMTONE_TRUST_PROXY', '::1,', 'must hold addresses or ranges such as 10.0.0.0/8, not ""'],
  ['ROOMTONE_ALLOWED_ORIGINS', '*', 'must hold origins such as https://example.org, not "*"'],
  ['ROOMTONE_ALLOWED_ORIGINS', 'https://x/path', 'must hold origins such as https://example.org, not "https://x/path"'],
  ['ROOMTONE_BILLING_PROVIDER', 'paypal', 'must be one of sandbox, stripe, off, not "paypal"'],
  ['ROOMTONE_STRIPE_SECRET_KEY', 'sk geheim', 'must be printable ASCII without spaces'],
  ['ROOMTONE_STRIPE_WEBHOOK_SECRET', 'whsec geheim', 'must be printable ASCII without spaces'],
  ['ROOMTONE_STRIPE_API_BASE', 'stripe', 'must be an address that starts with http:// or https://'],
  ['ROOMTONE_SCRAPE_ALLOW_HOSTS', 'nas.local', 'must hold entries of the form host:port, not "nas.local"'],
  ['ROOMTONE_SCRAPE_ALLOW_HOSTS', 'x:0', 'must hold entries of the form host:port, not "x:0"'],
  ['ROOMTONE_JWT_KEY', 'geheim', 'must be base64 of at least 32 random bytes'],
  ['ROOMTONE_JWT_KEY', `${'!'.repeat(60)}geheim`, 'must be base64 of at least 32 random bytes'],
  ['ROOMTONE_METRICS_TOKEN', 'two geheim', 'must be printable ASCII without spaces'],
  ['ROOMTONE_LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent, not "loud"'],
])('S2.3: %s=%s is refused with its name and the problem, but without secrets', (name, text, issue) => {
  const error = thrown({ [name]: text });
  expect(error.problems).toEqual([`${name} ${issue}.`]);
  expect(error.message).not.toContain('geheim');
});

test('S2.3: all problems are reported together', () => {
  const { problems } = thrown({ ROOMTONE_PORT: 'x', ROOMTONE_ENV: 'x', ROOMTONE_JWT_KEY: 'x' });
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'ROOMTONE_ENV',
    'ROOMTONE_PORT',
    'ROOMTONE_JWT_KEY',
  ]);
});

test('S2.5: secrets are read, and the key may use either alphabet of base64', () => {
  const bytes = new Uint8Array(33).fill(0xfb);
  for (const encoding of ['base64', 'base64url'] as const) {
    const { secrets } = readConfig({ ROOMTONE_JWT_KEY: Buffer.from(bytes).toString(encoding) });
    expect(secrets.jwtKey).toEqual(bytes);
  }
  const env = { ROOMTONE_METRICS_TOKEN: 'm', ROOMTONE_DATABASE_URL: 'postgres://u:p@h/d' };
  expect(readConfig(env).secrets).toMatchObject({ metricsToken: 'm', databaseUrl: 'postgres://u:p@h/d' });
});

test('S2.6: the provider stripe is refused without its keys, and the error names each of them', () => {
  const stripe = { ROOMTONE_BILLING_PROVIDER: 'stripe' };
  expect(thrown(stripe).message).toMatch(/ROOMTONE_STRIPE_SECRET_KEY.*\n.*ROOMTONE_STRIPE_WEBHOOK_SECRET/);
  const env = { ...stripe, ROOMTONE_STRIPE_SECRET_KEY: 'sk', ROOMTONE_STRIPE_WEBHOOK_SECRET: 'wh' };
  expect(readConfig(env).config.billingProvider).toBe('stripe');
});

test('S2.7: Redis without PostgreSQL, or without ROOMTONE_JWT_KEY, is refused', () => {
  const redis = { ROOMTONE_REDIS_URL: 'redis://localhost' };
  const postgres = { ROOMTONE_DATABASE_URL: 'postgres://localhost/roomtone' };
  expect(thrown({ ...redis, ROOMTONE_JWT_KEY: key }).message).toMatch(/^ROOMTONE_DATABASE_URL must be set/);
  expect(thrown({ ...redis, ...postgres }).message).toMatch(/^ROOMTONE_JWT_KEY must be set/);
  const whole = { ...redis, ...postgres, ROOMTONE_JWT_KEY: key };
  expect(readConfig(whole).secrets.redisUrl).toBe('redis://localhost');
  const open = { ROOMTONE_HOST: '0.0.0.0', ROOMTONE_INTERNET: 'on' };
  expect(thrown({ ...whole, ...open }).message).toMatch(/^ROOMTONE_INTERNET is on, and ROOMTONE_REDIS_URL joins/);
  expect(thrown({ ...whole, ROOMTONE_REDIS_CA: 'ca.pem' }).message).toMatch(/^ROOMTONE_REDIS_CA is set, but/);
  const encrypted = readConfig({ ...whole, ROOMTONE_REDIS_URL: 'rediss://u:p@h:6380/1', ROOMTONE_REDIS_CA: '/ca.pem' });
  expect(encrypted.config.redis.authority).toBe('/ca.pem');
});

test('S14.10: pictures are in a bucket with its key, or in a directory', () => {
  const s3 = { ROOMTONE_S3_URL: 'https://s3.example.org/pictures/' };
  expect(thrown(s3).problems.map((problem) => problem.split(' ')[0])).toEqual([
    'ROOMTONE_S3_ACCESS_KEY_ID',
    'ROOMTONE_S3_SECRET_ACCESS_KEY',
  ]);
  const whole = { ...s3, ROOMTONE_S3_ACCESS_KEY_ID: 'id', ROOMTONE_S3_SECRET_ACCESS_KEY: 'geheim' };
  const { config, secrets } = readConfig(whole);
  expect(config.s3).toEqual({ url: 'https://s3.example.org/pictures', region: 'us-east-1' });
  expect([secrets.s3SecretAccessKey, JSON.stringify(config).includes('geheim')]).toEqual(['geheim', false]);
  const [problem] = thrown({ ...whole, ROOMTONE_AVATAR_DIR: '/pictures' }).problems;
  expect(problem).toMatch(/^ROOMTONE_AVATAR_DIR is set, and so is ROOMTONE_S3_URL/);
});

test('S24.1: a mail server needs a sender and the address where links lead', () => {
  const smtp = { ROOMTONE_SMTP_URL: 'smtp://u:geheim@mail.example.org' };
  const { problems } = thrown(smtp);
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['ROOMTONE_MAIL_FROM', 'ROOMTONE_PUBLIC_URL']);
  const { config, secrets } = readConfig({
    ...smtp,
    ROOMTONE_MAIL_FROM: 'music@example.org',
    ROOMTONE_PUBLIC_URL: 'https://music.example.org',
  });
  expect([secrets.smtpUrl, JSON.stringify(config).includes('geheim')]).toEqual([smtp.ROOMTONE_SMTP_URL, false]);
});

function thrown(env: Record<string, string>): ConfigError {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('The configuration was accepted.');
}

test('S2.17: a misspelled setting is a bad setting, and the nearest one is named', () => {
  expect(thrown({ ROOMTONE_REGISTATION: 'closed' }).problems).toEqual([
    'ROOMTONE_REGISTATION is not a setting: did you mean ROOMTONE_REGISTRATION?',
  ]);
  for (const name of ['ROOMTON_GUESTS', 'roomtone_guests', 'ROOMTONE-GUESTS', 'ROOMTONE_GUEST']) {
    expect(thrown({ [name]: 'off' }).problems).toEqual([`${name} is not a setting: did you mean ROOMTONE_GUESTS?`]);
  }
  // Those of other programs, and of the system, are none of the server's business.
  expect(readConfig({ ROOMTONE_TOKEN: 'x', ROOMTONE_TEST_LONG: '1', PATH: '/bin', HOSTNAME: 'a' }).config.guests).toBe(
    'on',
  );
  for (const name of ['ROOMTONE_SERVICE_HOST', 'ROOMTONE_PORT_7420_TCP_ADDR', 'ROOMTONE_SERVICE_PORT_HTTP']) {
    expect(thrown({ [name]: '10.0.0.1' }).problems).toEqual([expect.stringContaining('enableServiceLinks: false')]);
  }
  expect(thrown({ ROOMTONE_PORT: 'tcp://10.0.0.1:80' }).problems).toEqual([
    expect.stringContaining('enableServiceLinks: false'),
  ]);
});

test('S2.18: in a path ~ is the home, and nothing else is expanded', () => {
  expect(readConfig({ ROOMTONE_DATA_DIR: '~/music' }).config.dataDir).toBe(join(homedir(), 'music'));
  expect(readConfig({ ROOMTONE_DATA_DIR: './a~b' }).config.dataDir).toBe(resolve('./a~b'));
  for (const path of ['~ada/music', '$HOME/music', '%APPDATA%/music']) {
    expect(thrown({ ROOMTONE_DATA_DIR: path }).problems).toHaveLength(1);
    expect(thrown({ ROOMTONE_TLS: `${path},key.pem` }).problems).toHaveLength(1);
  }
});

describe('S2.2: .env', () => {
  const read = (bytes: string | Uint8Array, environment = {}) => {
    const path = join(temporaryDirectory(), '.env');
    writeFileSync(path, bytes);
    return withEnvFile(environment, path);
  };
  const text = 'ROOMTONE_GUESTS=off\r\n# a comment\r\nexport ROOMTONE_NAME="Übung"\r\n';
  const settings = { ROOMTONE_GUESTS: 'off', ROOMTONE_NAME: 'Übung' };

  test('is read as editors write it, and the environment wins', () => {
    expect(read(text)).toEqual(settings);
    expect(read(`\uFEFF${text}`)).toEqual(settings);
    expect(read(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toEqual(settings);
    expect(read(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16())).toEqual(settings);
    expect(read(text, { ROOMTONE_GUESTS: 'on' })).toEqual({ ...settings, ROOMTONE_GUESTS: 'on' });
    expect(withEnvFile({ A: '1' }, join(temporaryDirectory(), '.env'))).toEqual({ A: '1' });
  });

  test('is refused where a setting in it would be lost', () => {
    expect(() => read(Buffer.from(text, 'utf16le'))).toThrow('save it as UTF-8');
    expect(() => read(Buffer.from(text, 'latin1'))).toThrow('save it as UTF-8');
    expect(() => read('ROOMTONE_GUESTS off\n')).toThrow(
      '.env has a line 1 that is no setting: write it as ROOMTONE_GUESTS=value.',
    );
    expect(() => read('A=1\nROOMTONE_GUESTS: off\n')).toThrow('line 2');
    expect(() => withEnvFile({}, temporaryDirectory())).toThrow('.env cannot be read');
  });
});
