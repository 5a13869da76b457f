import { type FoundServer, ServerDirectory, type ServerNews } from './directory.ts';
import { openLinks } from './links.ts';
import type { Interfaces } from './network.ts';
import { serviceName } from './records.ts';

export interface BrowserOptions {
  /** Called for each server that is found, is another in something that shows, or is gone. */
  readonly onNews: (news: ServerNews) => void;
  /** Why a network cannot be listened to; the others can be. */
  readonly onProblem: (error: Error) => void;
  /** For tests. */
  readonly interfaces?: () => Interfaces;
}

export interface ServerBrowser {
  /** All that are there now. */
  readonly servers: readonly FoundServer[];
  /** Asks at once, for somebody who looks. Those who are there answer within a second or so. */
  refresh(): void;
  /** Ends it; nothing is told afterwards. */
  stop(): Promise<void>;
}

/** Asked at these times after the start and then at the last distance, twice within an announcement's life. */
const askAfterMs = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 55_000] as const;
/** How often it is looked whose time has passed. */
const lookMs = 5_000;

const question = { name: serviceName, type: 'PTR' } as const;

/** Looks for servers on every network that the machine is in, until it is stopped. */
export function browseServers({ onNews, onProblem, interfaces }: BrowserOptions): ServerBrowser {
  const directory = new ServerDirectory();
  let isStopped = false;
  const tell = (news: readonly ServerNews[]) => {
    for (const each of news) if (!isStopped) onNews(each);
  };
  const links = openLinks(
    {
      opened: (link) => link.query(question),
      closed: ({ network }) => tell(directory.left(network)),
      response: ({ network }, records) => tell(directory.heard(records, network, performance.now())),
      problem: onProblem,
    },
    interfaces,
  );
  const refresh = () => {
    for (const link of links.all) link.query(question);
  };
  let timer: NodeJS.Timeout;
  const askLater = (turn: number) => {
    timer = setTimeout(() => {
      refresh();
      askLater(Math.min(turn + 1, askAfterMs.length - 1));
    }, askAfterMs[turn]);
    timer.unref();
  };
  askLater(0);
  const looking = setInterval(() => tell(directory.passed(performance.now())), lookMs);
  looking.unref();
  return {
    get servers() {
      return directory.servers;
    },
    refresh,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(looking);
      await links.close();
    },
  };
}
