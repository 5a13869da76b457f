// `npm start`: builds what has changed, then runs the server until it is told to stop.
import { exitLike } from './bootstrap.cjs';
import { build } from './build.mjs';
import { runVisibly } from './run.mjs';

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  console.log(`Usage: npm start [-- --lan | -- command]

Builds what has changed and runs Roomtone's server; it prints its address. Stop it with Ctrl-C. With --lan it is there for
everybody on the network, and prints a link and a QR code to invite them.
Its settings are environment variables, listed in docs/hosting.md.`);
} else if (await build()) {
  exitLike(await runVisibly(process.execPath, ['apps/server/dist/main.js', ...args]));
} else {
  process.exitCode = 1;
}
