import { ConfigError, isLoopback } from './config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings for `--lan`, for an evening with friends: the server listens to the whole network, with https, and an account
 * needs a name only. The environment wins unless it contradicts `--lan`.
 * @param isTerminal true if the log would go to a terminal: then it says only what is wrong, so that the invitation stays
 * readable.
 * @throws {ConfigError} naming the variable that contradicts `--lan`.
 */
export function lanSettings(env: Environment, isTerminal = false): Environment {
  const host = env['ROOMTONE_HOST']?.trim() ?? '';
  const either = '--lan opens the server to the network by https: leave one of them out.';
  const problems: string[] = [];
  if (isLoopback(host)) problems.push(`ROOMTONE_HOST is ${host}, which only this computer can reach, and ${either}`);
  if (env['ROOMTONE_TLS']?.trim() === 'off') problems.push(`ROOMTONE_TLS is off, and ${either}`);
  if (problems.length > 0) throw new ConfigError(problems);
  const email = env['ROOMTONE_EMAIL']?.trim() ?? '';
  const password = env['ROOMTONE_PASSWORD']?.trim() ?? '';
  const logLevel = env['ROOMTONE_LOG_LEVEL']?.trim() ?? '';
  return {
    ...env,
    ROOMTONE_HOST: host === '' ? '0.0.0.0' : host,
    ROOMTONE_EMAIL: email === '' ? 'optional' : email,
    ROOMTONE_PASSWORD: password === '' ? 'optional' : password,
    ...(isTerminal && logLevel === '' && { ROOMTONE_LOG_LEVEL: 'warn' }),
  };
}
