import { ConfigError, isLoopback } from './config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface LanOptions {
  /** The flag as the host wrote it. */
  readonly flag?: '--lan' | '--internet';
  /** True if the log would go to a terminal: then it says only what is wrong, so that the invitation stays readable. */
  readonly isTerminal?: boolean;
  /** True if this machine has a public IPv6 address, on which `--internet` listens, too. */
  readonly hasIpv6?: boolean;
  /** True if its networks have IPv6 alone. */
  readonly hasOnlyIpv6?: boolean;
}

/**
 * The settings for `--lan`, for an evening with friends: the server listens to the whole network, with https, and an account
 * needs a name only. `--internet` has the router open the server's ports as well, and accounts need a password there. The
 * environment wins unless it contradicts the flag.
 * @throws {ConfigError} naming the variable that contradicts the flag.
 */
export function lanSettings(
  env: Environment,
  { flag = '--lan', isTerminal = false, hasIpv6 = false, hasOnlyIpv6 = false }: LanOptions = {},
): Environment {
  const host = env['ROOMTONE_HOST']?.trim() ?? '';
  const either = `${flag} opens the server to the network by https: leave one of them out.`;
  const problems: string[] = [];
  if (isLoopback(host)) problems.push(`ROOMTONE_HOST is ${host}, which only this computer can reach, and ${either}`);
  if (env['ROOMTONE_TLS']?.trim() === 'off') problems.push(`ROOMTONE_TLS is off, and ${either}`);
  if (flag === '--internet' && env['ROOMTONE_INTERNET']?.trim() === 'off') {
    problems.push('ROOMTONE_INTERNET is off, and --internet says the opposite: leave one of them out.');
  }
  if (problems.length > 0) throw new ConfigError(problems);
  // `::` is IPv4 and IPv6 together.
  const anyAddress = hasOnlyIpv6 || (flag === '--internet' && hasIpv6) ? '::' : '0.0.0.0';
  const email = env['ROOMTONE_EMAIL']?.trim() ?? '';
  const password = env['ROOMTONE_PASSWORD']?.trim() ?? '';
  const logLevel = env['ROOMTONE_LOG_LEVEL']?.trim() ?? '';
  return {
    ...env,
    ROOMTONE_HOST: host === '' ? anyAddress : host,
    ROOMTONE_EMAIL: email === '' ? 'optional' : email,
    ...(flag === '--lan' && { ROOMTONE_PASSWORD: password === '' ? 'optional' : password }),
    ...(flag === '--internet' && { ROOMTONE_INTERNET: 'on' }),
    ...(isTerminal && logLevel === '' && { ROOMTONE_LOG_LEVEL: 'warn' }),
  };
}
