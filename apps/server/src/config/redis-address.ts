import { isIP } from 'node:net';

interface Host {
  readonly host: string;
  readonly port: number;
}

/** The address of a Redis in its parts. */
export interface RedisAddress {
  /** A machine; the path of a Unix socket; or the Sentinels that know where the master of this name is now. */
  readonly at: Host | { readonly path: string } | { readonly sentinels: readonly Host[]; readonly master: string };
  readonly user: string;
  readonly password: string;
  readonly database: number;
  readonly isEncrypted: boolean;
}

const redisPort = 6379;
const sentinelPort = 26_379;
/** Scheme, user and password, hosts, and everything after them. */
const form = /^(rediss?|unix|rediss?-sentinel):\/\/(?:([^/?#]*)@)?([^@/?#]*)(\/[^?#]*)?(.*)$/;

/**
 * Reads `redis://user:password@host:port/number`, `rediss://…` with TLS, `unix://user:password@/path?db=number`, and
 * `redis-sentinel://user:password@host:port,host:port/master/number` or `rediss-sentinel://…`.
 * @throws {TypeError} with what is wrong, as in "may have no parameters".
 */
export function redisAddress(text: string): RedisAddress {
  const [, scheme, login = '', hosts = '', path = '', rest = ''] = form.exec(text) ?? [];
  if (scheme === undefined) throw new TypeError('must begin with redis://, rediss://, unix:// or redis-sentinel://');
  const [user = '', ...password] = login.split(':').map(decoded);
  const common = { user, password: password.join(':'), isEncrypted: scheme.startsWith('rediss') };
  if (scheme === 'unix') {
    const database = /^(?:\?db=(\d{1,4}))?$/.exec(rest);
    if (hosts !== '' || path.length < 2 || database === null) {
      throw new TypeError('must name a socket and at most a database, as in unix:///run/redis/redis.sock?db=1');
    }
    return { ...common, at: { path: decoded(path) }, database: Number(database[1] ?? 0) };
  }
  if (rest !== '') throw new TypeError('may have no parameters: timeouts and TLS have settings of their own');
  if (!scheme.endsWith('-sentinel')) {
    if (!/^(\/\d{0,4})?$/.test(path)) {
      throw new TypeError('may end with the number of a database, as in redis://host/1, and with nothing else');
    }
    return { ...common, at: hostOf(hosts, redisPort), database: Number(path.slice(1)) };
  }
  const [, master, database = '0'] = /^\/([\w.-]+)(?:\/(\d{1,4}))?$/.exec(path) ?? [];
  if (master === undefined) {
    throw new TypeError('must end with the name of the master, as in redis-sentinel://host:26379,host:26379/mymaster');
  }
  const sentinels = hosts.split(',').map((host) => hostOf(host, sentinelPort));
  return { ...common, at: { sentinels, master }, database: Number(database) };
}

/** Names the Redis for people: no password, no user. */
export function shownRedis(text: string): string {
  const { at } = redisAddress(text);
  if ('path' in at) return `Redis on ${at.path}`;
  if ('host' in at) return `Redis on ${shownHost(at)}`;
  return `Redis "${at.master}" of the Sentinels ${at.sentinels.map(shownHost).join(', ')}`;
}

function shownHost({ host, port }: Host): string {
  return `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

function hostOf(text: string, usualPort: number): Host {
  const [, six, name = '', port] = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]]*))(?::(\d{1,5}))?$/.exec(text) ?? [];
  // The text may be a part of a password, and is not repeated.
  if (six === undefined && name === '' && text !== '') throw new TypeError('has a host or port that cannot be read');
  const host = six ?? (name === '' ? 'localhost' : name);
  return { host, port: port === undefined ? usualPort : Number(port) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new TypeError('has a % that does not begin an encoded character: write it as %25');
  }
}
