// `npm run dev`: the server from its sources, which starts again when one of them changes, the screens with hot reload, and three
// invented players in a room.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { root, tool } from './run.mjs';
import { serverFlags } from './server-environment.mjs';

const desktop = join(root, 'apps/desktop');
const { values } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' }, port: { type: 'string' }, 'screens-port': { type: 'string' } },
});
const [port, screensPort] = [values.port ?? '7420', values['screens-port'] ?? '5173'];
const screens = `http://localhost:${screensPort}`;

if (values.help) {
  console.log(`Usage: npm run dev [-- --port 7420 --screens-port 5173]

Builds what has changed, then runs the server from its sources with its data in artifacts/dev, and the screens by Vite's development
server. Changes are there at once. Mara, Teo and Ines play in a room called Rehearsal. Stop everything with Ctrl-C.`);
} else if (await build()) run();
else process.exitCode = 1;

function run() {
  const children = [
    // The libraries, which the server, the screens and the players load as they are built.
    start([tool('tsc'), '-b', '--watch', '--preserveWatchOutput', '--checkers', '1']),
    start(['--watch', '--watch-preserve-output', ...serverFlags, 'apps/server/src/main.ts'], root, {
      ROOMTONE_PORT: port,
      ROOMTONE_DATA_DIR: join(root, 'artifacts/dev'),
      ROOMTONE_ALLOWED_ORIGINS: screens,
      ROOMTONE_LOG_LEVEL: 'warn',
      // A player who is edited joins and leaves faster than people.
      ROOMTONE_COMMAND_LIMIT_FACTOR: '100',
    }),
    start([tool('vite', desktop), '--port', screensPort, '--strictPort', '--clearScreen', 'false'], desktop, {
      ROOMTONE_PORT: port,
    }),
    start(['scripts/invented-players.mjs', `http://127.0.0.1:${port}`, screens]),
  ];
  const stop = () => {
    for (const child of children) child.kill();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
  for (const child of children) {
    child.on('exit', (code) => {
      process.exitCode ||= code ?? 0;
      stop();
    });
  }
}

function start(args, cwd = root, env = {}) {
  return spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
