#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { RoomtoneError } from '@roomtone/sdk';
import { askSecretly } from './ask-secretly.ts';
import { createBot, UsageError } from './create-bot.ts';

const usage = `Usage: npx create-roomtone-bot <invitation> [options]

Makes a folder with a bot, installs the SDK in it and starts the bot, which plays in the room of the invitation. Ctrl-C stops it.

  --name <name>   what the bot is called, and its folder
  --language <l>  js, or ts for TypeScript; js unless given
  --token         sign in with a bot token, which is read from standard input; your account page makes one.
                  Without it the bot plays by an account that it deletes at the end.
  --no-start      only make the folder
  --help          show this help
`;

try {
  process.exitCode = await run();
} catch (error) {
  const isUsage =
    error instanceof UsageError || (error instanceof TypeError && 'code' in error) || error instanceof RoomtoneError;
  process.stderr.write(`${error instanceof Error ? error.message : error}\n${isUsage ? `\n${usage}` : ''}`);
  process.exitCode = isUsage ? 2 : 1;
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      language: { type: 'string', default: 'js' },
      token: { type: 'boolean', default: false },
      'no-start': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const [invitation, ...more] = positionals;
  if (invitation === undefined || more.length > 0) throw new UsageError('Give the invitation to a room.');
  const { language } = values;
  if (language !== 'js' && language !== 'ts') throw new UsageError('--language is js or ts.');
  const token = values.token ? await readToken() : undefined;
  const { folder, name } = createBot({ invitation, name: values.name, token, language, into: process.cwd() });
  console.log(`${name} is in the folder ${folder}. Its program is bot.${language}.`);
  if (values['no-start']) {
    console.log(`\n  cd ${name}\n  npm install\n  npm test\n  npm start`);
    return 0;
  }
  console.log('Installing the SDK …');
  const installed = await npm(folder, ['install', '--no-audit', '--no-fund', '--loglevel', 'error']);
  if (installed !== 0) return installed;
  return npm(folder, ['start', '--silent']);
}

/** A secret is no argument, because arguments are visible to everybody on the machine. */
async function readToken(): Promise<string> {
  if (process.stdin.isTTY) return (await askSecretly('Bot token: ')).trim();
  const lines = createInterface({ input: process.stdin });
  const { value = '' } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  return String(value).trim();
}

async function npm(folder: string, args: readonly string[]): Promise<number> {
  const isWindows = process.platform === 'win32';
  const child = spawn(isWindows ? 'npm.cmd' : 'npm', args, { cwd: folder, stdio: 'inherit', shell: isWindows });
  // Ctrl-C reaches the whole group: the bot leaves the room, and this program waits for it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [status] = await once(child, 'exit');
  return typeof status === 'number' ? status : 1;
}
