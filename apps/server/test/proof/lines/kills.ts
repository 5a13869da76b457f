import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../../../../packages/sdk/test/random.ts';
import { damageOf, withDatabase } from '../database.ts';
import { Ledger } from '../ledger.ts';
import type { ProofLine } from '../line.ts';
import { freePort, start } from '../server-process.ts';
import { until } from '../wait.ts';
import { Writer } from '../writer.ts';

const writers = 4;
/** The longest time for which it writes before it is killed. */
const longestLifeMs = 400;
const firstWriteMs = 10_000;
const readyMs = 2_000;

export const kills: ProofLine = {
  name: 'kills',
  what: 'the server is killed while it writes',
  seed: 20_281,
  async run({ size, seed, scratch, say }) {
    const times = size === 'long' ? 200 : 3;
    const random = seededRandom(seed);
    const dataDir = join(scratch, 'data');
    const env = { ROOMTONE_PORT: String(await freePort()) };
    const ledger = new Ledger();
    let server = await start({ dataDir, env });
    const people = Array.from({ length: writers }, (_, index) => {
      return new Writer(server.url, `writer-${index}`, ledger, seededRandom(seed + index));
    });
    for (const person of people) await person.begin();

    const lost = new Set<string>();
    const damage = new Set<string>();
    let slowestMs = 0;
    for (let kill = 1; kill <= times; kill++) {
      const stop = new AbortController();
      const writing = Promise.all(people.map((person) => person.write(stop.signal)));
      const before = ledger.size;
      await Promise.race([until(firstWriteMs, () => ledger.size > before), writing]);
      await Promise.race([delay(random() * longestLifeMs), writing]);
      await server.end('SIGKILL');
      stop.abort();
      await writing;
      const startMs = performance.now();
      server = await start({ dataDir, env });
      slowestMs = Math.max(slowestMs, performance.now() - startMs);
      withDatabase(dataDir, (database) => {
        for (const thing of ledger.lost(database)) lost.add(thing);
        for (const problem of damageOf(database)) damage.add(problem);
      });
      if (kill % 20 === 0) say(`${kill} kills, ${ledger.size} writes acknowledged`);
    }
    await server.end('SIGTERM');

    const examples = lost.size === 0 ? '' : `, such as ${[...lost].slice(0, 3).join(', ')}`;
    return [
      {
        goal: 'nothing acknowledged is lost',
        measured: `${times} kills, ${ledger.size} writes acknowledged, ${lost.size} lost${examples}`,
        held: lost.size === 0 && ledger.size >= times,
      },
      { goal: 'the database is whole', measured: [...damage].join('; ') || 'after each kill', held: damage.size === 0 },
      {
        goal: `ready within ${readyMs / 1000} s`,
        measured: `${Math.round(slowestMs)} ms at most`,
        held: slowestMs <= readyMs,
        isTiming: true,
      },
    ];
  },
};
