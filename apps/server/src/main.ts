#!/usr/bin/env -S node --min-semi-space-size=4 --max-semi-space-size=4
// The process: command line, ready line, signals and exit statuses. Everything else is imported only after the version of Node
// has been checked, because native modules end an old one without a message.

import { isatty } from 'node:tty';
import type { ReachNews } from './application/hosting/reach-test.ts';
import type { Command } from './commands/arguments.ts';
import type { Outputs } from './composition/outputs.ts';
import type { RunningServer } from './composition/running-server.ts';
import type { Config } from './config/config.ts';

type ServeCommand = Extract<Command, { readonly kind: 'serve' }>;

/** The oldest version of each line with Node-API 10, without which the database binding crashes. */
const oldestNodes = [
  { major: 22, minor: 14 },
  { major: 23, minor: 6 },
];
/** Less than the 10 s within which a drained server has to end. */
const giveUpMs = 9_000;
/** The limit on writing the last lines. */
const lastLinesMs = 500;
/** SIGHUP means that the terminal was closed. */
const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/**
 * A second signal at least this long after the first ends the process immediately. A sooner one belongs to the same
 * request: the terminal and npm both pass on one Ctrl+C.
 */
const secondSignalMs = 500;
const [standardOutput, standardError] = [1, 2];

/** Standard output for the server's log, standard error for people. */
let outputs: Outputs | undefined;
let isEnding = false;

// Before anything else, so that no signal interrupts what has begun.
const stopRequested = listenForStop();
await main();

async function main(): Promise<void> {
  if (!isNewEnough(process.versions.node)) {
    const oldest = oldestNodes.map(({ major, minor }) => `${major}.${minor}`).join(', ');
    process.stderr.write(`Roomtone needs Node ${oldest} or newer; this is Node v${process.versions.node}.\n`);
    process.exit(1);
  }
  // All files hold hashes or keys: only this account may read them, even in a directory that others may open.
  process.umask(0o077);
  const { openOutputs } = await import('./composition/outputs.ts');
  outputs = openOutputs({ log: standardOutput, people: standardError });
  process.on('uncaughtException', (error: unknown) => {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    outputs?.log.write(`${JSON.stringify({ level: 60, time: Date.now(), msg: message, stack })}\n`);
    void end(1, `Roomtone has to stop after an error that nothing expected: ${message}`, forceExit);
  });
  const { exitFor } = await import('./commands/exit-status.ts');
  const { readCommand } = await import('./commands/arguments.ts');
  let doing: 'serve' | 'command' = 'command';
  try {
    const command = readCommand(process.argv.slice(2));
    if (command.kind === 'serve') doing = 'serve';
    await (command.kind === 'serve' ? serve(command, outputs) : run(command));
  } catch (error) {
    const { status, message, isHanging } = exitFor(error, doing);
    await end(status, message, isHanging === true ? forceExit : process.exit);
  }
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const line = oldestNodes.find((oldest) => oldest.major === major);
  return line === undefined ? oldestNodes.every((oldest) => major > oldest.major) : minor >= line.minor;
}

async function serve(
  { lan = false, internet = false, newDatabase = false }: Omit<ServeCommand, 'kind'>,
  { log }: Outputs,
): Promise<void> {
  const { startServer } = await import('./composition/start.ts');
  const { lanSettings } = await import('./config/lan-settings.ts');
  const { hasOnlyIpv6, hasPublicIpv6 } = await import('./composition/network-addresses.ts');
  const flag = internet ? '--internet' : lan ? '--lan' : undefined;
  const { config, secrets } = await readSettings(
    flag === undefined
      ? undefined
      : (env) => {
          const isTerminal = isatty(standardOutput);
          return lanSettings(env, { flag, isTerminal, hasIpv6: hasPublicIpv6(), hasOnlyIpv6: hasOnlyIpv6() });
        },
  );
  whenAborted(stopRequested, () => {
    setTimeout(() => void end(1, 'Roomtone did not finish in time and stops now.', forceExit), giveUpMs);
  });
  if (stopRequested.aborted) return end(0);
  // The first outcome is said in its place below.
  let sayInternet = () => {};
  let sayInvitation = () => {};
  const server = await startServer(config, secrets, {
    servedFrom: import.meta.dirname,
    usage: () => {
      const { user, system } = process.cpuUsage();
      return { cpuUs: user + system, memoryBytes: process.memoryUsage.rss() };
    },
    memoryLimitBytes: process.constrainedMemory(),
    newDatabase,
    logTo: log,
    onFailure: (error) => void end(1, `Roomtone has to stop: ${error.message}`, forceExit),
    onInternetChange: () => sayInternet(),
    onNetworkChange: () => sayInvitation(),
    onCertificateNews: say,
    onReachNews: (news) => void sayReach(news),
  });
  whenAborted(stopRequested, () => {
    server.stop().then(
      () => end(0),
      (error: unknown) => end(1, `Roomtone could not stop cleanly: ${error instanceof Error ? error.message : error}`),
    );
  });
  if (stopRequested.aborted) return;
  const elsewhere = server.networkUrls.length > 0 ? ` (on the network: ${server.networkUrls.join(', ')})` : '';
  if (server.fingerprint !== undefined) say(`Fingerprint of its certificate: ${server.fingerprint}`);
  await sayHostLink(server);
  say(`Roomtone is ready: ${server.url}${elsewhere}`);
  server.giveMemoryBack();
  server.lowerPoolPriority();
  if (server.internet !== undefined) closeWhenTold(server);
  if (server.internet !== undefined) {
    const { internetText } = await import('./composition/internet-text.ts');
    const { ipv6Text } = await import('./composition/reach-text.ts');
    const sayState = () => {
      const [networkUrl] = server.networkUrls;
      if (server.internet === undefined) return;
      const { state, ipv6 } = server.internet;
      say(internetText(state, { config, networkUrl }));
      const more = ipv6Text(ipv6);
      if (more !== undefined) say(more);
      if (state.status === 'open' && process.platform !== 'win32') {
        say(`To close it to the internet at once: kill -USR2 ${process.pid}`);
      }
    };
    sayState();
    await server.internet.asked;
    if (stopRequested.aborted) return;
    sayState();
    sayInternet = sayState;
  }
  if (flag !== undefined) {
    const { invitationText } = await import('./composition/invitation-text.ts');
    const { publicUrl, tls } = config;
    const admits = await admission(server, config);
    const how = { publicUrl, hasOwnKey: tls.mode === 'acme', qrCode: isatty(standardError), admits };
    let said = '';
    sayInvitation = () => {
      const text = invitationText(server, { ...how, addresses: server.addresses });
      // Most changes are of addresses that nobody is invited to.
      if (text === said) return;
      said = text;
      say(`\n${text}`);
    };
    sayInvitation();
  }
  if (server.internet !== undefined) {
    const [link] = server.reach.start();
    const { testLinkText } = await import('./composition/reach-text.ts');
    if (link !== undefined) say(`\n${testLinkText(link)}`);
  }
}

async function sayHostLink(server: RunningServer): Promise<void> {
  const link = await server.hostLink().catch(() => undefined);
  // A start without storage is not the first one.
  if (link !== undefined) say(`You are the host. Open this link once, and your account is the admin's: ${link}`);
}

/** An invitation that admits people, where nobody else comes in. */
async function admission(server: RunningServer, { registration }: Config) {
  if (registration === 'open') return undefined;
  try {
    const { token, invitation } = await server.invite();
    return { token, people: invitation.maxUses, untilMs: invitation.expiresAt };
  } catch (error) {
    say(
      `The invitation admits nobody, because none could be stored: ${error instanceof Error ? error.message : error}`,
    );
    return undefined;
  }
}

async function sayReach(news: ReachNews): Promise<void> {
  const { reachText } = await import('./composition/reach-text.ts');
  const text = reachText(news);
  if (text !== undefined) say(text);
}

/**
 * Reads the settings from the environment and from a `.env` file in the working directory; the environment wins.
 * @param change applies what the command line says.
 */
async function readSettings(
  change = (env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | undefined>> => env,
) {
  const { readConfig } = await import('./config/config.ts');
  const { withEnvFile } = await import('./config/env-file.ts');
  return readConfig(change(withEnvFile(process.env)));
}

/** Runs a command and ends the process. */
async function run(command: Exclude<Command, { readonly kind: 'serve' }>): Promise<void> {
  const { runCommand } = await import('./commands/run-command.ts');
  await runCommand(command, {
    settings: () => readSettings(),
    input: process.stdin,
    prompts: process.stderr,
    uid: process.geteuid?.(),
    say: (line) => process.stdout.write(`${line}\n`),
    warn: say,
    signal: stopRequested,
  });
  await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
  await end(0);
}

/** Aborts with the first signal that asks the process to stop; a later one ends it immediately. */
function listenForStop(): AbortSignal {
  const stop = new AbortController();
  let firstMs = 0;
  for (const name of stopSignals) {
    process.on(name, () => {
      if (!stop.signal.aborted) {
        firstMs = performance.now();
        stop.abort();
      } else if (name !== 'SIGHUP' && performance.now() - firstMs >= secondSignalMs) {
        void end(1, 'Roomtone stops immediately, before everything is finished.', forceExit);
      }
    });
  }
  return stop.signal;
}

/** SIGUSR2 closes the server to the internet, and leaves it open to its own networks. */
function closeWhenTold(server: Pick<RunningServer, 'closeToInternet'>): void {
  if (process.platform === 'win32') return;
  process.on('SIGUSR2', () => void server.closeToInternet());
}

function whenAborted(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}

/** Writes to standard error, for people: standard output has the log in JSON, or a command's result. */
function say(line: string): void {
  outputs?.people.write(`${line}\n`);
}

/** Ends the process once the last lines are written or their time is up. After the first call only forceExit counts. */
async function end(status: number, line?: string, exit: (status: number) => void = process.exit): Promise<void> {
  if (isEnding && exit !== forceExit) return;
  isEnding = true;
  if (line !== undefined) say(line);
  await Promise.all([outputs?.log.flushed(lastLinesMs), outputs?.people.flushed(lastLinesMs)]);
  exit(status);
}

/**
 * Ends the process even if one of its threads hangs, for example storage on a disk that does not answer. process.exit() would
 * wait for that thread. Replacing the program does not wait, and the new program's exit status becomes this process's.
 */
function forceExit(status: number): never {
  try {
    if (process.platform !== 'win32')
      process.execve?.(process.execPath, [process.execPath, '-e', `process.exit(${status})`], {});
  } catch {
    // The program file is missing, or there is no memory left.
  }
  process.kill(process.pid, 'SIGKILL');
  throw new Error('The process still runs after SIGKILL.');
}
