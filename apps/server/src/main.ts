// The process: configuration, the ready line, signals and exit statuses. Everything else is imported only once the
// version of Node is known to do, because native modules end an old one without a word.

import { fileURLToPath } from 'node:url';

const oldestNode = 22;
/** Less than the 10 s within which a drained server has to be gone (decisions 1). */
const giveUpMs = 9_000;
const exitStatus = { failed: 1, badConfiguration: 2, dataDirectoryInUse: 3 } as const;

await main();

async function main(): Promise<void> {
  if (Number.parseInt(process.versions.node, 10) < oldestNode) {
    exit(exitStatus.failed, `Roomtone needs Node ${oldestNode} or newer; this is ${process.version}.`);
  }
  const [command] = process.argv.slice(2);
  if (command !== undefined) {
    exit(exitStatus.badConfiguration, `Roomtone has no command "${command}". Settings are environment variables.`);
  }
  // Whatever is written holds hashes or keys: for this account's eyes only, even in a directory that others may open.
  process.umask(0o077);
  const { ConfigError, readConfig } = await import('./config.ts');
  const { DataDirectoryInUse } = await import('./adapters/data-directory.ts');
  const { startServer } = await import('./start.ts');
  try {
    loadEnvFile();
    const { config, secrets } = readConfig(process.env);
    const server = await startServer(config, secrets, {
      webRoot: fileURLToPath(new URL('./web', import.meta.url)),
      protoRoot: fileURLToPath(new URL('./proto', import.meta.url)),
      usage: () => {
        const { user, system } = process.cpuUsage();
        return { cpuUs: user + system, memoryBytes: process.memoryUsage.rss() };
      },
      memoryLimitBytes: process.constrainedMemory(),
      onFailure: (error) => exit(exitStatus.failed, `Roomtone has to stop: ${error.message}`),
    });
    stopOnSignals(server);
    const elsewhere = server.networkUrls.length > 0 ? ` (on the network: ${server.networkUrls.join(', ')})` : '';
    say(`Roomtone is ready: ${server.url}${elsewhere}`);
    if (server.fingerprint !== undefined) say(`Fingerprint of its certificate: ${server.fingerprint}`);
  } catch (error) {
    if (error instanceof ConfigError) exit(exitStatus.badConfiguration, error.message);
    if (error instanceof DataDirectoryInUse) exit(exitStatus.dataDirectoryInUse, error.message);
    exit(exitStatus.failed, startFailure(error));
  }
}

/** Settings may also stand in a `.env` file in the working directory; the environment wins. */
function loadEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    exit(exitStatus.badConfiguration, `.env cannot be read: ${messageOf(error)}`);
  }
}

function stopOnSignals(server: { stop(): Promise<void> }): void {
  const stop = () => {
    for (const signal of signals) process.off(signal, stop);
    setTimeout(() => exit(0, 'Roomtone did not finish in time and stops now.'), giveUpMs);
    server.stop().then(
      () => process.exit(0),
      (error) => exit(exitStatus.failed, `Roomtone could not stop cleanly: ${messageOf(error)}`),
    );
  };
  const signals = ['SIGTERM', 'SIGINT'] as const;
  for (const signal of signals) process.on(signal, stop);
}

function startFailure(error: unknown): string {
  const { code, port, address } = error as { code?: string; port?: number; address?: string };
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${address} is in use already. Stop what uses it, or choose another with ROOMTONE_PORT.`;
    case 'EACCES':
      if (port !== undefined) return `Port ${port} may not be used by this account. Choose another with ROOMTONE_PORT.`;
      break;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'ROOMTONE_HOST is not an address of this machine.';
  }
  return `Roomtone could not start: ${messageOf(error)}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** For people, on standard error: standard output has one JSON object a line. */
function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function exit(status: number, line: string): never {
  say(line);
  process.exit(status);
}
