import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../../../../packages/sdk/test/random.ts';
import { ClusterOfProcesses, jwtKey, missingForCluster } from '../cluster-of-processes.ts';
import { Expectations } from '../expectations.ts';
import type { Finding, ProofLine, ProofSize } from '../line.ts';
import { PaymentProvider } from '../payment-provider.ts';
import { Person } from '../person.ts';
import { until, within } from '../wait.ts';

const sizes: Readonly<Record<ProofSize, { processes: number; people: number; strangers: number; faults: number }>> = {
  short: { processes: 2, people: 4, strangers: 4, faults: 4 },
  long: { processes: 3, people: 6, strangers: 30, faults: 60 },
};
/** Between two things that one person does, and between two faults, at most. */
const longestPauseMs = { act: 60, fault: 1_500 } as const;
const shortestFaultMs = 300;
const stallMs = 1_500;
/** The resume window, and the time in which others find out that a process is gone. */
const insideMs = 60_000;
/** Once all are ready again, everything works within this time. */
const healedMs = 120_000;

/** In the manner of Jepsen's set test: what was acknowledged is there, once; what was not is there once at most. */
export const service: ProofLine = {
  name: 'service',
  what: 'processes of one service, Redis and PostgreSQL are killed while people write',
  seed: 20_290,
  mostlyWaits: true,
  unavailable: missingForCluster,
  async run({ size, seed, scratch, say }) {
    const { processes, people: peopleCount, strangers: strangerCount, faults } = sizes[size];
    const cluster = await ClusterOfProcesses.start(processes, scratch);
    try {
      const expected = new Expectations();
      const of = (index: number) => ({ url: cluster.url, expected, index, random: seededRandom(seed + index) });
      const all = Array.from({ length: peopleCount + strangerCount }, (_, index) => new Person(of(index)));
      const [people, strangers] = [all.slice(0, peopleCount), all.slice(peopleCount)];
      await Promise.all(all.map((person) => person.begin()));
      const roomId = (await people[0]?.makeRoomForAll()) ?? '';
      await Promise.all(people.map((person) => person.beInside(roomId)));
      const provider = new PaymentProvider(cluster.url, jwtKey, { expected, random: seededRandom(seed + 1_000) });

      let isOver = false;
      const writing = people.map(async (person, index) => {
        const random = seededRandom(seed + 2_000 + index);
        const waiting = [...strangers];
        while (!isOver) {
          await delay(random() * longestPauseMs.act);
          const dice = random();
          const stranger = dice < 0.15 ? waiting.pop() : undefined;
          if (stranger !== undefined) await person.befriend(stranger);
          else if (dice < 0.3) await provider.pay(person.userId);
          else if (dice < 0.4) await person.beInside(roomId);
          else await person.act(random(), people);
        }
      });
      const random = seededRandom(seed + 3_000);
      for (let fault = 0; fault < faults; fault++) {
        await delay(shortestFaultMs + random() * (longestPauseMs.fault - shortestFaultMs));
        // Each kind comes once in as many faults as there are kinds, in another order each time.
        const kind = faultKinds[(fault + Math.floor(fault / faultKinds.length)) % faultKinds.length] ?? 'process';
        await carryOut(kind, cluster, random);
        if (fault % 10 === 9) say(`${fault + 1} faults, ${expected.counts.ok} writes acknowledged`);
      }
      await cluster.ready();
      isOver = true;
      await Promise.all(writing);
      say('all processes are ready, and everybody has stopped writing');
      await within(healedMs, provider.repeat());
      await within(healedMs, Promise.all(people.map((person) => person.beInside(roomId))));
      const findings = await look(cluster, { expected, people, provider, roomId, faults });
      for (const person of people) person.leave();
      return findings;
    } finally {
      await cluster.stop();
    }
  },
};

const faultKinds = ['process', 'connections', 'redis', 'postgres', 'process', 'stall'] as const;

async function carryOut(
  kind: (typeof faultKinds)[number],
  cluster: ClusterOfProcesses,
  random: () => number,
): Promise<void> {
  switch (kind) {
    case 'process':
      return cluster.kill(Math.floor(random() * cluster.urls.length));
    case 'connections':
      return cluster.endConnections();
    case 'redis':
      await cluster.redis.kill();
      return cluster.redis.start();
    case 'postgres':
      await cluster.postgres.end('immediate');
      return cluster.postgres.start();
    case 'stall':
      cluster.redis.pause();
      await delay(random() * stallMs);
      return cluster.redis.resume();
  }
}

async function look(
  cluster: ClusterOfProcesses,
  of: { expected: Expectations; people: readonly Person[]; provider: PaymentProvider; roomId: string; faults: number },
): Promise<readonly Finding[]> {
  const { expected, people, provider, roomId, faults } = of;
  const { ok, failed, unknown } = expected.counts;
  const problems = expected.problems(await thingsIn(cluster, roomId));
  const examples = problems.slice(0, 5).join('; ');
  const names = people
    .map(({ name }) => name)
    .sort()
    .join(' ');
  const inside = new Map<string, string>();
  const isAgreed = async () => {
    for (const url of cluster.urls) inside.set(url, await namesInside(url, roomId));
    return [...inside.values()].every((shown) => shown === names);
  };
  const agreedMs = await until(insideMs, isAgreed);
  const unpaid = await unpaidUsers(cluster, provider);
  return [
    {
      goal: 'what was acknowledged is there once, what was not at most once, and nothing else',
      measured: `${faults} faults; ${ok} writes acknowledged, ${failed} refused, ${unknown} open${examples && `: ${examples}`}`,
      held: problems.length === 0 && ok > faults,
    },
    {
      goal: 'every process shows everybody in the room once, and nobody else',
      measured: agreedMs === undefined ? [...inside.values()].join(' | ') : `${people.length} people`,
      held: agreedMs !== undefined,
    },
    {
      goal: 'each user is Pro for as long as they have paid',
      measured: unpaid.length === 0 ? `${provider.paidUntil.size} users` : unpaid.join(', '),
      held: unpaid.length === 0 && provider.paidUntil.size > 0,
    },
    {
      goal: 'no process ends by itself',
      measured: cluster.ownEnds.slice(0, 3).join('; ') || 'none',
      held: cluster.ownEnds.length === 0,
    },
  ];
}

/** Everything of which there must be as much as was made, a line for each time that it is there. */
async function thingsIn(cluster: ClusterOfProcesses, roomForAll: string): Promise<string[]> {
  const things = async (text: string) => (await cluster.query<{ thing: string }>(text)).map(({ thing }) => thing);
  return [
    ...(await things(`select 'room ' || room_name as thing from rooms where room_id <> '${roomForAll}'`)),
    ...(await things(`select 'chat ' || message as thing from chat where message_type = 'user'`)),
    ...(await things(`select 'request ' || from_id || ' ' || to_id as thing from friend_requests`)),
    ...(await things(
      `select case when u.ask < v.ask then 'friends ' || f.user_id || ' ' || f.friend_id
         else 'friends ' || f.friend_id || ' ' || f.user_id end as thing
       from friends f
         join (select user_id, cast(substr(username, 8) as integer) as ask from users) u on u.user_id = f.user_id
         join (select user_id, cast(substr(username, 8) as integer) as ask from users) v on v.user_id = f.friend_id
       where u.ask < v.ask
         or not exists (select 1 from friends g where g.user_id = f.friend_id and g.friend_id = f.user_id)`,
    )),
    ...(await things(`select 'event ' || event_id as thing from billing_events`)),
    ...(await things(
      `select 'moderator ' || room_id || ' ' || one as thing
       from rooms, unnest(string_to_array(moderators, ' ')) as one where one <> ''`,
    )),
  ];
}

/** The names of a process's view of a room, sorted. */
async function namesInside(url: string, roomId: string): Promise<string> {
  const { data } = (await (await fetch(`${url}/api/rooms/${roomId}`)).json()) as {
    data: { users: { username: string }[] };
  };
  return data.users
    .map(({ username }) => username)
    .sort()
    .join(' ');
}

/** Users whose only subscription does not end when it should. */
async function unpaidUsers(cluster: ClusterOfProcesses, provider: PaymentProvider): Promise<string[]> {
  const rows = await cluster.query<{ user_id: string; state: string }>('select user_id, state from subscriptions');
  const ends = new Map<string, number[]>();
  for (const { user_id: userId, state } of rows) {
    const { activeUntil } = JSON.parse(state) as { activeUntil: number };
    ends.set(userId, [...(ends.get(userId) ?? []), activeUntil]);
  }
  return [...provider.paidUntil].flatMap(([userId, due]) => {
    const found = ends.get(userId)?.join(' and ');
    return found === String(due) ? [] : [`${userId}: ${found}, not ${due}`];
  });
}
