// `npm start`: builds what has changed, then runs the server until it is stopped.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { exitLike } from './bootstrap.cjs';
import { buildDocumentation, buildToStart } from './build.mjs';
import { root, runVisibly } from './run.mjs';
import { serverEnvironment, serverFlags } from './server-environment.mjs';

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  console.log(`Usage: npm start [-- --lan | -- --internet | -- command]

Builds what has changed and runs Roomtone's server; it prints its address. Stop it with Ctrl-C. With --lan it is there for
everybody on the network, and prints a link and a QR code to invite them. With --internet it also asks the router to open
the port to the internet, for people with an account.
Its settings are environment variables, listed in docs/hosting.md.`);
} else if (await buildToStart()) {
  // Nobody reads them in the first moments, in which the first page is loaded.
  setTimeout(buildDocumentation, 10_000).unref();
  exitLike(
    await runVisibly(process.execPath, [...serverFlags, 'apps/server/dist/main.js', ...args], {
      env: { ...serverEnvironment(process.env), ...quietTerminal() },
    }),
  );
} else {
  process.exitCode = 1;
}

/** The user of a terminal needs the address and the errors: a log line per answer would bury both. */
function quietTerminal() {
  const file = join(root, '.env');
  const settings = { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env };
  const isAsked = settings.ROOMTONE_LOG_LEVEL !== undefined;
  return isAsked || !process.stdout.isTTY ? {} : { ROOMTONE_LOG_LEVEL: 'warn' };
}
