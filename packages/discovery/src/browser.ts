import { type FoundServer, ServerDirectory, type ServerNews } from './directory.ts';
import { openMulticast } from './multicast.ts';
import type { Interfaces } from './network.ts';
import { serviceName } from './records.ts';

export interface BrowserOptions {
  /** Called for each server that is found, changed or lost. */
  readonly onNews: (news: ServerNews) => void;
  /** Called with the reason why a network cannot be used; the other networks still work. */
  readonly onProblem: (error: Error) => void;
  /** For tests. */
  readonly interfaces?: () => Interfaces;
}

export interface ServerBrowser {
  /** All servers known now. */
  readonly servers: readonly FoundServer[];
  /** Sends a query now, for a user who is looking at the list. Servers answer within about a second. */
  refresh(): void;
  /** Stops browsing; nothing is reported afterwards. */
  stop(): Promise<void>;
}

/** Queries are sent at these intervals, then at the last one: twice within the life of an answer. */
const queryDelaysMs = [1_000, 2_000, 4_000] as const;
/** How often expired servers are looked for. */
const expiryCheckMs = 1_000;

const question = { name: serviceName, type: 'PTR' } as const;

/**
 * Browses for servers on all of the machine's networks until it is stopped. It asks from a port of its own: port 5353
 * would make Windows ask whether the program may receive connections, before anybody hosts.
 */
export function browseServers({ onNews, onProblem, interfaces }: BrowserOptions): ServerBrowser {
  const directory = new ServerDirectory();
  let isStopped = false;
  const report = (news: readonly ServerNews[]) => {
    for (const each of news) if (!isStopped) onNews(each);
  };
  const multicast = openMulticast(
    'querier',
    {
      opened: (socket) => socket.query(question),
      closed: ({ network }) => report(directory.leave(network)),
      response: ({ network }, records) => report(directory.take(records, network, performance.now())),
      problem: onProblem,
    },
    interfaces,
  );
  const refresh = () => {
    for (const socket of multicast.sockets) socket.query(question);
  };
  let timer: NodeJS.Timeout;
  const scheduleQuery = (turn: number) => {
    timer = setTimeout(() => {
      refresh();
      scheduleQuery(Math.min(turn + 1, queryDelaysMs.length - 1));
    }, queryDelaysMs[turn]);
    timer.unref();
  };
  scheduleQuery(0);
  const expiry = setInterval(() => report(directory.expire(performance.now())), expiryCheckMs);
  expiry.unref();
  return {
    get servers() {
      return directory.servers;
    },
    refresh,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(expiry);
      await multicast.close();
    },
  };
}
