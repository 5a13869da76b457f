import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../../../../packages/sdk/test/random.ts';
import { ClusterOfProcesses, missingForCluster } from '../cluster-of-processes.ts';
import type { Cut } from '../cut-link.ts';
import { Expectations } from '../expectations.ts';
import type { ProofLine, ProofSize } from '../line.ts';
import { Person } from '../person.ts';
import { until, within } from '../wait.ts';

const sizes: Readonly<Record<ProofSize, { peopleAtEach: number; faults: number }>> = {
  short: { peopleAtEach: 1, faults: 4 },
  long: { peopleAtEach: 2, faults: 40 },
};
const processes = 3;
const longestPauseMs = { talk: 60, whole: 1_000, cut: 4_000 } as const;
/** Everybody has heard everything within this time once the network is whole. */
const healedMs = 30_000;
const cuts: readonly (Cut | undefined)[] = ['there', 'back', 'both', undefined];
/** The part of what a person does that is chat. */
const saying = 0.9;

/** In the manner of Jepsen, checked at what the readers got: single processes are cut off from Redis, in one direction or both. */
export const partitions: ProofLine = {
  name: 'partitions',
  what: 'single processes of a service are cut off from Redis, in one direction or both, or Redis restarts empty',
  seed: 20_294,
  mostlyWaits: true,
  unavailable: missingForCluster,
  async run({ size, seed, scratch, say }) {
    const { peopleAtEach, faults } = sizes[size];
    const cluster = await ClusterOfProcesses.start(processes, scratch, { canBeCut: true });
    try {
      const expected = new Expectations();
      const people = cluster.urls
        .flatMap((url) => new Array<string>(peopleAtEach).fill(url))
        .map((url, index) => new Person({ url, expected, index, random: seededRandom(seed + index) }));
      await Promise.all(people.map((person) => person.begin()));
      const roomId = (await people[0]?.makeRoomForAll()) ?? '';
      await Promise.all(people.map((person) => person.beInside(roomId)));

      let isOver = false;
      const talking = people.map(async (person, index) => {
        const random = seededRandom(seed + 2_000 + index);
        while (!isOver) {
          await delay(random() * longestPauseMs.talk);
          await person.beInside(roomId);
          await person.act(saying, people);
        }
      });
      const random = seededRandom(seed + 3_000);
      for (let fault = 0; fault < faults; fault++) {
        await delay(random() * longestPauseMs.whole);
        // Each kind comes once in as many faults as there are kinds, beginning with another one for each seed.
        const cut = cuts[(seed + fault) % cuts.length];
        const link = cluster.links[Math.floor(random() * cluster.links.length)];
        if (cut === undefined) {
          await cluster.redis.kill();
          await cluster.redis.start();
        } else {
          link?.cut(cut);
          await delay(random() * longestPauseMs.cut);
          link?.cut(undefined);
        }
        if (fault % 10 === 9) say(`${fault + 1} faults, ${expected.counts.ok} messages acknowledged`);
      }
      await cluster.ready();
      isOver = true;
      await Promise.all(talking);
      await within(healedMs, Promise.all(people.map((person) => person.beInside(roomId))));

      const acknowledged = people.flatMap(({ acknowledged: own }) => own);
      const missing = () => people.flatMap((person) => acknowledged.filter((text) => !person.heard.has(text)));
      const tookMs = await until(healedMs, async () => {
        await Promise.all(people.map((person) => person.readBack()));
        return missing().length === 0;
      });
      const orders = new Set(people.map((person) => person.order(acknowledged).join('\n')));
      for (const person of people) person.leave();
      return [
        {
          goal: 'everybody gets all acknowledged chat, wherever they are',
          measured: `${faults} faults, ${acknowledged.length} messages, ${people.length} people: ${missing().length} did not arrive`,
          held: tookMs !== undefined && acknowledged.length > faults,
        },
        {
          goal: 'by its positions, in one order',
          measured: `${orders.size} of ${people.length}`,
          held: orders.size === 1,
        },
        {
          goal: 'no process ends by itself',
          measured: cluster.ownEnds.slice(0, 3).join('; ') || 'none',
          held: cluster.ownEnds.length === 0,
        },
      ];
    } finally {
      await cluster.stop();
    }
  },
};
