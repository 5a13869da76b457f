import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';

const page = readFileSync(new URL('../../../../docs/hosting.md', import.meta.url), 'utf8');

/** The cells of the table rows that start with a setting. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `ROOMTONE_'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('S2.1: the settings table of docs/hosting.md lists every variable, each once, and no others', () => {
  const asked = new Set<string>();
  readConfig(
    new Proxy<Record<string, undefined>>(
      {},
      {
        get(_none, name) {
          asked.add(String(name));
          return undefined;
        },
      },
    ),
  );
  const listed = rows.map(([, name = '']) => name.replaceAll('`', ''));
  expect(listed.sort()).toEqual([...asked].sort());
});

test('S2.1: the defaults in that table match the configuration', () => {
  const defaults = new Map(rows.map(([, name = '', value]) => [name.replaceAll('`', ''), value]));
  const { config } = readConfig({});
  expect(defaults.get('ROOMTONE_DATA_DIR')).toBe('./data');
  const { rateLimits } = config;
  const known = {
    ROOMTONE_ENV: config.environment,
    ROOMTONE_HOST: config.host,
    ROOMTONE_PORT: config.port,
    ROOMTONE_REGISTRATION: config.registration,
    ROOMTONE_EMAIL: config.email,
    ROOMTONE_PASSWORD: config.password,
    ROOMTONE_RATE_LIMIT_GENERAL: rateLimits.general,
    ROOMTONE_RATE_LIMIT_AUTH: rateLimits.authentication,
    ROOMTONE_RATE_LIMIT_UPLOAD: rateLimits.uploads,
    ROOMTONE_RATE_LIMIT_BILLING: rateLimits.billing,
    ROOMTONE_COMMAND_LIMIT_FACTOR: config.commandLimitFactor,
    ROOMTONE_LOG_LEVEL: config.logLevel,
  };
  for (const [name, value] of Object.entries(known)) expect(defaults.get(name), name).toBe(String(value));
});
