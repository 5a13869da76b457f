// REST compared with bare Fastify: `npm run bench:rest`. Each answer is requested many times from a server with
// 100,000 users and rooms, and then from a Fastify that only sends the same value. See docs/latency.md. With `--against
// FOLDER` (may be repeated), other builds of the server are compared with this one instead, such as copies of
// apps/server/dist.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fillDatabase, fullRows, roomIdOf } from './full-data.ts';
import { startOn } from './measured-process.ts';
import { copyOf, prepareRoomtone, signInAll, startServerOn } from './roomtone.ts';
import { installPeers } from './servers.ts';
import { median, medianInterval } from './statistics.ts';

const cores = { server: '0', load: '1' } as const;
const connections = 32;
const seconds = 2;
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Headers that Node and Fastify send by themselves. */
const ofEveryServer = new Set(['connection', 'content-length', 'content-type', 'date', 'keep-alive']);

const questions = [
  { name: 'health', path: '/health', signedIn: false },
  { name: 'first page of rooms', path: '/api/rooms', signedIn: false },
  { name: 'hundredth page of rooms', path: '/api/rooms?page=100', signedIn: false },
  { name: 'a room', path: `/api/rooms/${roomIdOf(4_711)}`, signedIn: false },
  { name: 'own profile', path: '/api/users/profile', signedIn: true },
] as const;

const { values } = parseArgs({
  options: { against: { type: 'string', multiple: true, default: [] }, repeats: { type: 'string', default: '10' } },
});
const repeats = Number(values.repeats);
installPeers();
const folder = mkdtempSync(join(tmpdir(), 'roomtone-rest-'));
const prepared = prepareRoomtone();
fillDatabase(join(prepared.dataDir, 'roomtone.sqlite'));
const roomtone = await startServerOn(Number(cores.server), prepared);
const [token = ''] = await signInAll(roomtone.ready, prepared);
if (values.against.length > 0) await compareBuilds(values.against.map((build) => resolve(build)));
else await compareWithFastify();
await roomtone.stop();
prepared.remove();
rmSync(folder, { recursive: true });
process.exit();

async function compareWithFastify(): Promise<void> {
  console.log(
    `Answers per second with ${fullRows} users and rooms; the ratio to bare Fastify with its 95% interval, and to bare Fastify\n` +
      'that sends the same headers.',
  );
  for (const question of questions) console.log(await measure(question));
}

/** Prints how many answers per second each build gives, as the ratio to this one's. */
async function compareBuilds(builds: readonly string[]): Promise<void> {
  console.log('Answers per second of other builds as the ratio to this one, with its 95% interval.');
  const others = await Promise.all(
    builds.map(async (build) => {
      const data = copyOf(prepared);
      return { name: basename(build), data, server: await startServerOn(Number(cores.server), data, build) };
    }),
  );
  for (const { name, path, signedIn } of questions) {
    const headers = signedIn ? { authorization: `Bearer ${token}` } : {};
    const servers = [roomtone, ...others.map(({ server }) => server)];
    for (const { ready } of servers) answersASecond(ready + path, headers);
    const seen = Array.from({ length: repeats }, () =>
      servers.map(({ ready }) => answersASecond(ready + path, headers)),
    );
    console.log(`  ${name}`);
    for (const [index, other] of others.entries()) {
      const ratios = seen.map((answers) => (answers[index + 1] ?? 0) / (answers[0] ?? 0));
      console.log(`    ${other.name.padEnd(26)} ${ratio(ratios)}`);
    }
  }
  for (const { data, server } of others) {
    await server.stop();
    data.remove();
  }
}

async function measure({ name, path, signedIn }: (typeof questions)[number]): Promise<string> {
  const headers = signedIn ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(roomtone.ready + path, { headers });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`);
  const sent = Object.fromEntries([...answer.headers].filter(([header]) => !ofEveryServer.has(header)));
  const file = kept('answer.json', await answer.text());
  const bare = await startBare(file);
  const dressed = await startBare(file, kept('headers.json', JSON.stringify(sent)));
  const urls = [roomtone.ready + path, ...[bare, dressed].map(({ ready }) => `http://127.0.0.1:${ready}`)];
  // Warm up all servers.
  for (const url of urls) answersASecond(url, headers);
  const seen = Array.from({ length: repeats }, () => urls.map((url) => answersASecond(url, headers)));
  for (const peer of [bare, dressed]) await peer.stop();
  const ours = seen.map(([own = 0]) => own);
  const toBare = seen.map(([own = 0, other = 0]) => own / other);
  const toDressed = seen.map(([own = 0, , other = 0]) => own / other);
  return `  ${name.padEnd(26)} ${median(ours).toFixed(0).padStart(7)}  ${ratio(toBare)}   ${ratio(toDressed)}`;
}

function ratio(seen: readonly number[]): string {
  const [low, high] = medianInterval(seen);
  return [low, median(seen), high].map((end) => end.toFixed(2)).join(' · ');
}

function startBare(...files: readonly string[]) {
  return startOn(Number(cores.server), [here('peers/bare-fastify.mjs'), ...files], {
    readyLine: /^listening on (\d+)$/,
    cwd: here('peers'),
    env: { NODE_ENV: 'production' },
  });
}

function kept(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function answersASecond(url: string, headers: Readonly<Record<string, string>>): number {
  const said = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const args = ['-j', '-c', String(connections), '-d', String(seconds), ...said, url];
  const autocannon = here('peers/node_modules/autocannon/autocannon.js');
  const output = execFileSync('taskset', ['-c', cores.load, process.execPath, autocannon, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const result = JSON.parse(output) as { requests: { average: number }; non2xx: number; errors: number };
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return result.requests.average;
}
