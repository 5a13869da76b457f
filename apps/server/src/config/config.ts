import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { limits, shownText } from '@roomtone/protocol';
import { type AcmeSettings, acmeDirectory, acmeProblems, emailAddress, letsEncrypt } from './acme-settings.ts';
import {
  addressRange,
  base64Key,
  baseUrl,
  type DatabaseTls,
  databaseTls,
  filePath,
  host,
  hostAndPort,
  iceServer,
  ipAddress,
  listOf,
  mailSender,
  oneOf,
  origin,
  type Parsed,
  type Parser,
  postgresUrl,
  publicAddress,
  redisUrl,
  secretText,
  serverName,
  serviceUrl,
  shortName,
  type TlsSetting,
  tlsSetting,
  wholeNumber,
} from './config-values.ts';
import { unknownSettings } from './setting-names.ts';

/** Every setting except the secrets (S2.1). Lists are empty if not set. */
export interface Config {
  readonly environment: 'production' | 'staging' | 'development';
  /** The server's name as people see it: on the network, in invitations, on its pages. */
  readonly name: string;
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Datagrams for notes. */
  readonly udp: {
    /** `same` is the number of the TCP port. */
    readonly port: number | 'same' | 'off';
    /** IP addresses to offer instead of those at which clients reach the server over TCP. */
    readonly addresses: readonly string[];
    /** STUN and TURN servers to ask for further addresses. */
    readonly iceServers: readonly string[];
  };
  /** Where participants may have direct channels to each other. */
  readonly direct: 'on' | 'private' | 'local' | 'off';
  /** Absolute. */
  readonly dataDir: string;
  /** How PostgreSQL is used, if it is. */
  readonly database: {
    /** Connections that read; one more writes. */
    readonly pool: number;
    readonly tls: DatabaseTls;
    readonly connectTimeoutMs: number;
    readonly statementTimeoutMs: number;
    readonly idleTimeoutMs: number;
  };
  /** How Redis is used, if it is. */
  readonly redis: {
    /** Absolute path of the certificate of the authority to trust; the system's unless given. */
    readonly authority: string | undefined;
    readonly prefix: string;
    readonly connectTimeoutMs: number;
    readonly timeoutMs: number;
  };
  /** Tells this process from the others of its service in metrics; host name and port unless given. */
  readonly instance: string | undefined;
  /** Holds uploaded pictures in place of a folder in the data directory. Absolute. */
  readonly avatarDir: string | undefined;
  /** Holds uploaded pictures in place of any directory: a bucket with an S3 interface, and the keys below this address. */
  readonly s3: { readonly url: string; readonly region: string } | undefined;
  readonly tls: TlsSetting;
  readonly acme: AcmeSettings;
  /** Announces the server on the local network. */
  readonly announce: boolean;
  /** Has the router open the server's ports to the internet. */
  readonly internet: boolean;
  /** off: only users with an account get a ticket for the WebSocket. */
  readonly guests: 'on' | 'off';
  readonly registration: 'open' | 'closed';
  /** The people who may make invitations that admit people: owners of rooms and admins, admins alone, or nobody but the host. */
  readonly invitations: 'members' | 'admins' | 'off';
  readonly email: 'required' | 'optional';
  /** The sender of mails; there are none without. May have a name: `Roomtone <music@example.org>`. */
  readonly mailFrom: string | undefined;
  /** True if admins need a second factor for their role to count. */
  readonly adminSecondFactor: 'required' | 'optional';
  /** optional: a name is enough for an account, which stays on the device that made it until it gets a password. */
  readonly password: 'required' | 'optional';
  /** `{base_url}`, without its final slash; if undefined, the address of each request is used. */
  readonly publicUrl: string | undefined;
  /** Requests a minute. */
  readonly rateLimits: {
    readonly general: number;
    readonly authentication: number;
    readonly uploads: number;
    readonly billing: number;
  };
  /** How many times the limits of commands (room rules R18) apply. */
  readonly commandLimitFactor: number;
  /** Addresses and CIDR ranges whose X-Forwarded-* headers count. */
  readonly trustProxy: readonly string[];
  /** Browser origins allowed in addition to the server's and the desktop app's. */
  readonly allowedOrigins: readonly string[];
  readonly billingProvider: 'sandbox' | 'stripe' | 'off';
  /** True if the host has chosen a provider: the one that is there by default sells nothing to anybody's friends. */
  readonly offersPro: boolean;
  /** The host has confirmed that anybody may become Pro without paying. */
  readonly sandboxInProduction: boolean;
  readonly stripeApiBase: string | undefined;
  /** The people who may have the server read pages for previews. */
  readonly scrape: 'open' | 'members' | 'off';
  /** `host:port` entries. */
  readonly scrapeAllowHosts: readonly string[];
  /** `host:port` entries that webhooks may be sent to although they are private or take no https. */
  readonly webhookAllowHosts: readonly string[];
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

/** Settings that must not be logged; separate from Config, so that a Config can be logged. */
export interface Secrets {
  readonly jwtKey: Uint8Array | undefined;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly s3AccessKeyId: string | undefined;
  readonly s3SecretAccessKey: string | undefined;
  readonly stripeSecretKey: string | undefined;
  readonly stripeWebhookSecret: string | undefined;
  readonly metricsToken: string | undefined;
  /** The mail server, with user and password. */
  readonly smtpUrl: string | undefined;
}

/** The configuration is not valid: exit status 2. Each line of `problems` starts with the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Reads the configuration from environment variables; empty ones count as unset.
 * @throws {ConfigError} naming every variable that is not valid, with the reason.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): { config: Config; secrets: Secrets } {
  const problems: string[] = [];
  const known: string[] = [];
  const read = <T, D>(name: string, parse: Parser<T>, absent: D): T | D => {
    known.push(name);
    const text = env[name]?.trim() ?? '';
    if (text === '') return absent;
    const parsed: Parsed<T> = parse(text);
    if ('value' in parsed) return parsed.value;
    problems.push(`${name} ${parsed.issue}.`);
    return absent;
  };
  const perMinute = wholeNumber(1, 100_000_000);
  const milliseconds = wholeNumber(100, 600_000);

  const environment = read('ROOMTONE_ENV', oneOf('production', 'staging', 'development'), 'development');
  const listenHost = read('ROOMTONE_HOST', host, '127.0.0.1');
  const publicUrl = read('ROOMTONE_PUBLIC_URL', publicAddress, undefined);
  const announce = read('ROOMTONE_ANNOUNCE', oneOf('on', 'off'), undefined);
  if (announce === 'on' && isLoopback(listenHost)) {
    problems.push(`ROOMTONE_ANNOUNCE is on, but nobody else can reach ${listenHost}: set ROOMTONE_HOST, too.`);
  }
  const internet = read('ROOMTONE_INTERNET', oneOf('on', 'off'), 'off') === 'on';
  if (internet && isLoopback(listenHost)) {
    problems.push(`ROOMTONE_INTERNET is on, but nobody else can reach ${listenHost}: set ROOMTONE_HOST, too.`);
  }
  const tls: TlsSetting = read('ROOMTONE_TLS', tlsSetting, { mode: isLoopback(listenHost) ? 'off' : 'auto' });
  if (internet && tls.mode === 'off') {
    problems.push('ROOMTONE_INTERNET is on, but ROOMTONE_TLS is off: passwords could be read on the way.');
  }
  const payments = read('ROOMTONE_BILLING_PROVIDER', oneOf('sandbox', 'stripe', 'off'), undefined);
  const s3Url = read('ROOMTONE_S3_URL', baseUrl, undefined);
  const s3Region = read('ROOMTONE_S3_REGION', shortName, 'us-east-1');
  const config: Config = {
    environment,
    name: read('ROOMTONE_NAME', serverName, machineName()),
    host: listenHost,
    port: read('ROOMTONE_PORT', wholeNumber(0, 65_535), 7420),
    udp: {
      port: read('ROOMTONE_UDP_PORT', offOr(wholeNumber(1, 65_535)), 'same'),
      addresses: read('ROOMTONE_UDP_ADDRESSES', listOf(ipAddress), []),
      iceServers: read('ROOMTONE_ICE_SERVERS', listOf(iceServer), []),
    },
    direct: read('ROOMTONE_DIRECT', oneOf('on', 'private', 'local', 'off'), 'on'),
    dataDir: resolve(read('ROOMTONE_DATA_DIR', filePath, './data')),
    database: {
      pool: read('ROOMTONE_DATABASE_POOL', wholeNumber(1, 1_000), 10),
      tls: read('ROOMTONE_DATABASE_TLS', databaseTls, 'auto'),
      connectTimeoutMs: read('ROOMTONE_DATABASE_CONNECT_TIMEOUT_MS', milliseconds, 5_000),
      statementTimeoutMs: read('ROOMTONE_DATABASE_STATEMENT_TIMEOUT_MS', milliseconds, 8_000),
      idleTimeoutMs: read('ROOMTONE_DATABASE_IDLE_TIMEOUT_MS', milliseconds, 30_000),
    },
    redis: {
      authority: absolute(read('ROOMTONE_REDIS_CA', filePath, undefined)),
      prefix: read('ROOMTONE_REDIS_PREFIX', shortName, 'roomtone:'),
      connectTimeoutMs: read('ROOMTONE_REDIS_CONNECT_TIMEOUT_MS', milliseconds, 5_000),
      timeoutMs: read('ROOMTONE_REDIS_TIMEOUT_MS', milliseconds, 2_000),
    },
    instance: read('ROOMTONE_INSTANCE', shortName, undefined),
    avatarDir: absolute(read('ROOMTONE_AVATAR_DIR', filePath, undefined)),
    s3: s3Url === undefined ? undefined : { url: s3Url, region: s3Region },
    tls,
    acme: {
      directoryUrl: read('ROOMTONE_ACME_DIRECTORY', acmeDirectory, letsEncrypt),
      email: read('ROOMTONE_ACME_EMAIL', emailAddress, undefined),
      termsAgreed: read('ROOMTONE_ACME_TERMS', oneOf('agreed'), undefined) === 'agreed',
      httpPort: read('ROOMTONE_ACME_HTTP_PORT', wholeNumber(1, 65_535), undefined),
    },
    // A server with a public address has a name of its own, and may run anywhere.
    announce: announce === undefined ? !isLoopback(listenHost) && publicUrl === undefined : announce === 'on',
    internet,
    // Anybody on the internet can try to come in then: only people whom the host has added come in, unless the host says otherwise.
    guests: read('ROOMTONE_GUESTS', oneOf('on', 'off'), internet ? 'off' : 'on'),
    registration: read('ROOMTONE_REGISTRATION', oneOf('open', 'closed'), internet ? 'closed' : 'open'),
    invitations: read('ROOMTONE_INVITATIONS', oneOf('members', 'admins', 'off'), 'members'),
    email: read('ROOMTONE_EMAIL', oneOf('required', 'optional'), 'required'),
    mailFrom: read('ROOMTONE_MAIL_FROM', mailSender, undefined),
    adminSecondFactor: read('ROOMTONE_ADMIN_SECOND_FACTOR', oneOf('required', 'optional'), 'optional'),
    password: read('ROOMTONE_PASSWORD', oneOf('required', 'optional'), 'required'),
    publicUrl,
    rateLimits: {
      general: read('ROOMTONE_RATE_LIMIT_GENERAL', perMinute, 100),
      authentication: read('ROOMTONE_RATE_LIMIT_AUTH', perMinute, 10),
      uploads: read('ROOMTONE_RATE_LIMIT_UPLOAD', perMinute, 5),
      billing: read('ROOMTONE_RATE_LIMIT_BILLING', perMinute, 20),
    },
    commandLimitFactor: read('ROOMTONE_COMMAND_LIMIT_FACTOR', wholeNumber(1, 1_000_000), 1),
    trustProxy: read('ROOMTONE_TRUST_PROXY', orOff(listOf(addressRange)), []),
    allowedOrigins: read('ROOMTONE_ALLOWED_ORIGINS', listOf(origin), []),
    billingProvider: payments ?? (environment === 'production' ? 'off' : 'sandbox'),
    offersPro: payments !== undefined && payments !== 'off',
    sandboxInProduction: read('ROOMTONE_SANDBOX_IN_PRODUCTION', oneOf('yes', 'no'), 'no') === 'yes',
    stripeApiBase: read('ROOMTONE_STRIPE_API_BASE', baseUrl, undefined),
    scrape: read('ROOMTONE_SCRAPE', oneOf('open', 'members', 'off'), 'open'),
    scrapeAllowHosts: read('ROOMTONE_SCRAPE_ALLOW_HOSTS', listOf(hostAndPort), []),
    webhookAllowHosts: read('ROOMTONE_WEBHOOK_ALLOW_HOSTS', listOf(hostAndPort), []),
    logLevel: read('ROOMTONE_LOG_LEVEL', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), 'info'),
  };
  const secrets: Secrets = {
    jwtKey: read('ROOMTONE_JWT_KEY', base64Key(32), undefined),
    databaseUrl: read('ROOMTONE_DATABASE_URL', postgresUrl, undefined),
    redisUrl: read('ROOMTONE_REDIS_URL', redisUrl, undefined),
    s3AccessKeyId: read('ROOMTONE_S3_ACCESS_KEY_ID', secretText, undefined),
    s3SecretAccessKey: read('ROOMTONE_S3_SECRET_ACCESS_KEY', secretText, undefined),
    stripeSecretKey: read('ROOMTONE_STRIPE_SECRET_KEY', secretText, undefined),
    stripeWebhookSecret: read('ROOMTONE_STRIPE_WEBHOOK_SECRET', secretText, undefined),
    metricsToken: read('ROOMTONE_METRICS_TOKEN', secretText, undefined),
    smtpUrl: read('ROOMTONE_SMTP_URL', serviceUrl('smtp', 'smtps'), undefined),
  };
  problems.push(...unknownSettings(env, known));
  // After a bad value, reports of settings that depend on it would only distract.
  if (problems.length === 0) problems.push(...missingSettings(config, secrets));
  if (problems.length > 0) throw new ConfigError(problems);
  return { config, secrets };
}

/** True for hosts that only this machine can reach. */
export function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '::1' || /^127\./.test(name);
}

/** The machine's name without its domain. */
function machineName(): string {
  return shownText(hostname().split('.')[0] ?? '', limits.serverName.max) || 'Roomtone';
}

function absolute(path: string | undefined): string | undefined {
  return path === undefined ? undefined : resolve(path);
}

function offOr<T>(parse: Parser<T>): Parser<T | 'off'> {
  return (text) => (text === 'off' ? { value: 'off' } : parse(text));
}

function orOff<T>(parse: Parser<readonly T[]>): Parser<readonly T[]> {
  return (text) => (text === 'off' ? { value: [] } : parse(text));
}

function missingSettings(config: Config, secrets: Secrets): string[] {
  const problems: string[] = [];
  const { host, publicUrl } = config;
  if (config.tls.mode === 'acme') {
    const isBehindProxy = config.trustProxy.length > 0;
    problems.push(...acmeProblems(config.acme, { host, isLoopback: isLoopback(host), publicUrl, isBehindProxy }));
  }
  if (config.billingProvider === 'stripe') {
    const why = 'must be set, because ROOMTONE_BILLING_PROVIDER is stripe.';
    if (secrets.stripeSecretKey === undefined) problems.push(`ROOMTONE_STRIPE_SECRET_KEY ${why}`);
    if (secrets.stripeWebhookSecret === undefined) problems.push(`ROOMTONE_STRIPE_WEBHOOK_SECRET ${why}`);
  }
  problems.push(...bucketProblems(config, secrets));
  if (config.billingProvider === 'sandbox' && config.environment === 'production' && !config.sandboxInProduction) {
    problems.push(
      'ROOMTONE_BILLING_PROVIDER is sandbox, in which anybody becomes Pro without paying. If that is what you want in ' +
        'production, set ROOMTONE_SANDBOX_IN_PRODUCTION=yes, too.',
    );
  }
  if (secrets.smtpUrl !== undefined) {
    const why = 'must be set, because ROOMTONE_SMTP_URL is';
    if (config.mailFrom === undefined) problems.push(`ROOMTONE_MAIL_FROM ${why}: it is the sender of mails.`);
    if (config.publicUrl === undefined) problems.push(`ROOMTONE_PUBLIC_URL ${why}: links in mails lead there.`);
  }
  if (secrets.redisUrl !== undefined) {
    const why = 'must be set, because ROOMTONE_REDIS_URL joins several processes, which have to share it.';
    if (secrets.databaseUrl === undefined) problems.push(`ROOMTONE_DATABASE_URL ${why}`);
    if (secrets.jwtKey === undefined) problems.push(`ROOMTONE_JWT_KEY ${why}`);
    const behind = 'and ROOMTONE_REDIS_URL joins processes behind a load balancer, which is what others reach.';
    if (config.internet) problems.push(`ROOMTONE_INTERNET is on, ${behind}`);
    if (config.tls.mode === 'acme') problems.push(`ROOMTONE_TLS is acme, ${behind}`);
    if (config.redis.authority !== undefined && !secrets.redisUrl.startsWith('rediss')) {
      problems.push(
        'ROOMTONE_REDIS_CA is set, but ROOMTONE_REDIS_URL does not begin with rediss://: nothing would be encrypted.',
      );
    }
  }
  return problems;
}

function bucketProblems({ s3, avatarDir }: Config, secrets: Secrets): string[] {
  if (s3 === undefined) return [];
  const problems: string[] = [];
  const why = 'must be set, because ROOMTONE_S3_URL is.';
  if (secrets.s3AccessKeyId === undefined) problems.push(`ROOMTONE_S3_ACCESS_KEY_ID ${why}`);
  if (secrets.s3SecretAccessKey === undefined) problems.push(`ROOMTONE_S3_SECRET_ACCESS_KEY ${why}`);
  if (avatarDir !== undefined) {
    problems.push(
      'ROOMTONE_AVATAR_DIR is set, and so is ROOMTONE_S3_URL: pictures are in one place. Remove one of them.',
    );
  }
  return problems;
}
