#!/usr/bin/env -S node --min-semi-space-size=4 --max-semi-space-size=4
// The process: what it was asked to do, the ready line, signals and exit statuses. Everything else is imported only once
// the version of Node is known to do, because native modules end an old one without a word.

import type { Command } from './commands/arguments.ts';
import type { EndingProcess } from './end-process.ts';

type ServeCommand = Extract<Command, { readonly kind: 'serve' }>;

const oldestNode = { major: 22, minor: 8 };
/** Less than the 10 s within which a drained server has to be gone (decisions 1). */
const giveUpMs = 9_000;
const stopSignals = ['SIGTERM', 'SIGINT'] as const;

await main();

async function main(): Promise<void> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < oldestNode.major || (major === oldestNode.major && minor < oldestNode.minor)) {
    exit(1, `Roomtone needs Node ${oldestNode.major}.${oldestNode.minor} or newer; this is ${process.version}.`);
  }
  // Whatever is written holds hashes or keys: for this account's eyes only, even in a directory that others may open.
  process.umask(0o077);
  const { exitFor } = await import('./exit-status.ts');
  const { readCommand } = await import('./commands/arguments.ts');
  let doing: 'serve' | 'command' = 'command';
  try {
    const command = readCommand(process.argv.slice(2));
    if (command.kind === 'serve') doing = 'serve';
    await (command.kind === 'serve' ? serve(command) : run(command));
  } catch (error) {
    const { status, message } = exitFor(error, doing);
    exit(status, message);
  }
}

async function serve({ lan = false, newDatabase = false }: Omit<ServeCommand, 'kind'>): Promise<void> {
  const { startServer } = await import('./start.ts');
  const { collectAlone, giveMemoryBack } = await import('./adapters/garbage-collection.ts');
  const { endAtOnce } = await import('./end-process.ts');
  const { lanSettings } = await import('./lan-settings.ts');
  // Node would wait for the storage thread, which may be waiting for its disk.
  process.on('uncaughtException', (error) => {
    endAtOnce(process, 1, `Roomtone has to stop: ${error instanceof Error ? error.stack : error}`);
  });
  const { config, secrets } = await readSettings(lan ? lanSettings : undefined);
  const server = await startServer(config, secrets, {
    servedFrom: import.meta.dirname,
    usage: () => {
      const { user, system } = process.cpuUsage();
      return { cpuUs: user + system, memoryBytes: process.memoryUsage.rss() };
    },
    memoryLimitBytes: process.constrainedMemory(),
    nextTick: process.nextTick,
    newDatabase,
    onFailure: (error) => endAtOnce(process, 1, `Roomtone has to stop: ${error.message}`),
  });
  stopOnSignals(server, endAtOnce);
  const elsewhere = server.networkUrls.length > 0 ? ` (on the network: ${server.networkUrls.join(', ')})` : '';
  if (server.fingerprint !== undefined) say(`Fingerprint of its certificate: ${server.fingerprint}`);
  say(`Roomtone is ready: ${server.url}${elsewhere}`);
  if (lan) {
    const { invitationText } = await import('./invitation-text.ts');
    say(`\n${invitationText(server, { publicUrl: config.publicUrl, qrCode: process.stderr.isTTY })}`);
  }
  collectAlone();
  giveMemoryBack();
}

/**
 * Settings may also stand in a `.env` file in the working directory; the environment wins.
 * @param change what the command line makes of them.
 */
async function readSettings(change = (env: NodeJS.ProcessEnv): Readonly<NodeJS.ProcessEnv> => env) {
  const { ConfigError, readConfig } = await import('./config.ts');
  try {
    process.loadEnvFile();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new ConfigError([`.env cannot be read: ${message}`]);
  }
  return readConfig(change(process.env));
}

/** Does what a command says, and ends. */
async function run(command: Exclude<Command, { readonly kind: 'serve' }>): Promise<void> {
  const { runCommand } = await import('./commands/run-command.ts');
  const stop = new AbortController();
  // These clean up behind them; the others may end where they are.
  const cleansUp = command.kind === 'backup' || command.kind === 'restore';
  if (cleansUp) for (const signal of stopSignals) process.once(signal, () => stop.abort());
  await runCommand(command, {
    settings: () => readSettings(),
    input: process.stdin,
    prompts: process.stderr,
    account: process.geteuid?.(),
    say: (line) => process.stdout.write(`${line}\n`),
    warn: say,
    signal: stop.signal,
  });
  process.stdout.write('', () => process.exit(0));
}

function stopOnSignals(
  server: { stop(): Promise<void> },
  endAtOnce: (process: EndingProcess, status: number, line: string) => never,
): void {
  const stop = () => {
    for (const signal of stopSignals) process.off(signal, stop);
    setTimeout(() => endAtOnce(process, 0, 'Roomtone did not finish in time and stops now.'), giveUpMs);
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => exit(1, `Roomtone could not stop cleanly: ${error instanceof Error ? error.message : error}`),
    );
  };
  for (const signal of stopSignals) process.on(signal, stop);
}

/** For people, on standard error: standard output has one JSON object a line, or a command's result. */
function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function exit(status: number, line: string): never {
  say(line);
  process.exit(status);
}
