import { join } from 'node:path';
import { seededRandom } from '../../../../../packages/sdk/test/random.ts';
import { EveningBand } from '../evening-band.ts';
import { inspect, inspectable } from '../inspector.ts';
import type { Finding, ProofLine } from '../line.ts';
import { type ServerProcess, start } from '../server-process.ts';

const bands = 3;
const players = 4;
/** The same as in the systemd unit and the program's first line. */
const memoryEnvironment = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' } as const;
const nodeOptions = ['--min-semi-space-size=4', '--max-semi-space-size=4'] as const;
/** Each of them takes about a quarter of a second. */
const mostLooks = 40;
/** The factor by which usage may grow during an evening. */
const growth = 1.05;

interface Usage {
  readonly heapBytes: number;
  readonly rssBytes: number;
  readonly handles: number;
}

export const evening: ProofLine = {
  name: 'evening',
  what: 'an evening of 8 h goes by, in fast motion',
  seed: 20_288,
  async run({ size, seed, scratch, say }) {
    const isLong = size === 'long';
    const minutes = isLong ? 8 * 60 : 5;
    // After two hours caches are full and code is compiled: from then on the heap must not grow.
    const warmUpMinutes = isLong ? 120 : 6;
    const server = await start({
      dataDir: join(scratch, 'data'),
      env: { ...inspectable, ...memoryEnvironment },
      nodeOptions,
    });
    const all = Array.from({ length: bands }, (_, index) => new EveningBand(server.url, seededRandom(seed + index)));
    for (const [index, band] of all.entries()) {
      await band.begin(Array.from({ length: players }, (_, player) => `player-${index}-${player}`));
    }
    const play = (from: number, count: number) =>
      Promise.all(
        all.map(async (band, index) => {
          for (let minute = from; minute < from + count; minute++) {
            await band.playMinute(minute, isLong);
            if (index === 0 && minute % 60 === 59) say(`${(minute + 1) / 60} h`);
          }
        }),
      );
    const untilQuiet = async () => {
      for (const band of all) if (!(await band.isQuiet())) throw new Error('a guest is still in a room');
    };

    await play(0, warmUpMinutes);
    await untilQuiet();
    const before = await usageOf(server);
    await play(warmUpMinutes, minutes);
    await untilQuiet();
    let after = await usageOf(server);
    // The last requests let go of theirs within moments, a leak never does.
    for (let look = 1; look < mostLooks && after.handles > before.handles; look++) after = await usageOf(server);
    for (const band of all) band.close();
    await server.end('SIGTERM');

    const what = isLong ? '8 h' : `${minutes} minutes of it`;
    const finding = (goal: string, unit: string, one: number, other: number): Finding => ({
      goal,
      measured: `${what}: ${one.toFixed(1)}${unit} before, ${other.toFixed(1)}${unit} after`,
      held: other <= one * growth,
      // A short evening says little about leaks.
      isTiming: !isLong,
    });
    const mebibyte = 1024 * 1024;
    return [
      finding('the heap is within 5% of what it was', ' MiB', before.heapBytes / mebibyte, after.heapBytes / mebibyte),
      finding('memory is within 5% of what it was', ' MiB', before.rssBytes / mebibyte, after.rssBytes / mebibyte),
      { ...finding('as many handles as there were', '', before.handles, after.handles), isTiming: false },
    ];
  },
};

async function usageOf(server: ServerProcess): Promise<Usage> {
  const inspector = await inspect(server);
  // The first collection also runs finalizers, which release more memory.
  await inspector.collectGarbage();
  await inspector.collectGarbage();
  const number = async (expression: string) => Number(await inspector.evaluate(expression));
  const usage = {
    heapBytes: await number('process.memoryUsage().heapUsed'),
    rssBytes: await number('process.memoryUsage.rss()'),
    handles: await number('process.getActiveResourcesInfo().length'),
  };
  await inspector.close();
  return usage;
}
