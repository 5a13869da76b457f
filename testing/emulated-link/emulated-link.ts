// A link with delay, jitter and loss between two network namespaces on this machine. Needs Linux, root, TUN devices,
// iproute2 and a C compiler; see `EmulatedLink.missing()`.
import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export interface LinkSettings {
  /** How long every packet takes, ms. */
  readonly delayMs?: number;
  /** Up to how much longer a packet takes, ms, uniformly distributed. No packet overtakes another. */
  readonly jitterMs?: number;
  /** The share of the packets that is lost, 0 to 1. */
  readonly loss?: number;
  /** How many packets are lost in a row; default 1. */
  readonly burst?: number;
  /** Drops all UDP packets, as some firewalls do. */
  readonly blockUdp?: boolean;
}

export type LinkDirection = 'aToB' | 'bToA';

export interface PacketCounts {
  /** Packets that were carried, and their bytes, with IP headers. */
  readonly packets: number;
  readonly bytes: number;
  /** Packets that were not. */
  readonly lost: number;
  readonly blocked: number;
}

/** The bytes that one direction has carried so far. */
interface DirectionCounts {
  readonly tcp: PacketCounts;
  readonly udp: PacketCounts;
  readonly other: PacketCounts;
  /** Packets that left more than 0.3 ms after their time, because the machine was busy; and the worst of them, ms. */
  readonly late: number;
  readonly latestMs: number;
}

export type LinkCounts = Readonly<Record<LinkDirection, DirectionCounts>>;

/** One of the two machines that the link joins. */
export interface LinkEnd {
  readonly address: string;
  /** The prefix that runs a command there: `[...link.a.through, 'node', …]`. */
  readonly through: readonly string[];
}

type RelayProcess = ChildProcessByStdio<Writable, Readable, null>;

const source = fileURLToPath(new URL('./relay.c', import.meta.url));
const folder = fileURLToPath(new URL('../../artifacts/emulated-link/', import.meta.url));
/** Of networks for benchmarks (RFC 2544), which are not in use elsewhere. */
const addresses = ['198.18.0.1', '198.18.0.2'] as const;
const probe = `roomtone-probe-${process.pid}`;
let opened = 0;

/** Both namespaces disappear, with all processes in them, on close() and when this process ends in any way. */
export class EmulatedLink {
  readonly a: LinkEnd;
  readonly b: LinkEnd;
  readonly #relay: RelayProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #exited: Promise<void>;
  /** Answers come in the order of the requests. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(names: readonly [string, string], relay: RelayProcess) {
    [this.a, this.b] = [endOf(names[0], addresses[0]), endOf(names[1], addresses[1])];
    this.#relay = relay;
    this.#lines = createInterface({ input: relay.stdout })[Symbol.asyncIterator]();
    this.#exited = new Promise((resolve) => relay.once('close', resolve));
    // Requests of a relay that is gone are rejected by #read().
    relay.stdin.on('error', () => {});
  }

  /** Why this machine cannot emulate a link; undefined if it can. */
  static missing(): string | undefined {
    if (process.platform !== 'linux') return 'this is not Linux';
    if (process.getuid?.() !== 0) return 'this is not root';
    if (!existsSync('/dev/net/tun')) return 'there is no /dev/net/tun';
    for (const [program, option] of [
      ['ip', '-V'],
      ['gcc', '--version'],
    ] as const) {
      try {
        execFileSync(program, [option], { stdio: 'ignore' });
      } catch {
        return `there is no program \`${program}\``;
      }
    }
    try {
      execFileSync('ip', ['netns', 'add', probe], { stdio: 'ignore' });
      try {
        // Where the root is no mount of its own, one can be made and not entered.
        execFileSync('ip', ['netns', 'exec', probe, 'ip', 'link'], { stdio: 'ignore' });
      } finally {
        execFileSync('ip', ['netns', 'del', probe], { stdio: 'ignore' });
      }
    } catch {
      return 'network namespaces cannot be made';
    }
    return undefined;
  }

  /**
   * Joins two new namespaces, in both directions with these settings.
   * @param settings.seed decides which packets are lost and how long each one takes: the same seed loses the same
   *   packets, by their number, whatever their timing.
   * @throws {Error} if this machine cannot do it.
   */
  static async open({ seed = 1, ...settings }: LinkSettings & { readonly seed?: number } = {}): Promise<EmulatedLink> {
    const missing = EmulatedLink.missing();
    if (missing !== undefined) throw new Error(`no link can be emulated here: ${missing}`);
    opened++;
    const names = ['a', 'b'].map((end) => `roomtone-link-${process.pid}-${opened}-${end}`) as [string, string];
    const [nameA, nameB] = names;
    // A process group of its own: what interrupts or kills this one must leave the relay time to clean up.
    const relay = spawn(compiled(), [nameA, addresses[0], nameB, addresses[1], String(seed)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    });
    const link = new EmulatedLink(names, relay);
    const ready = await link.#read();
    if (ready !== 'READY') throw new Error(`the relay said ${ready}`);
    await link.set(settings);
    return link;
  }

  /** Changes these settings, in both directions unless one is given. Resolves when they are in force. */
  set(settings: LinkSettings, direction?: LinkDirection): Promise<LinkCounts> {
    const line = JSON.stringify({ ...settings, ...(direction === undefined ? {} : { direction }) });
    const answer = this.#last.then(async () => {
      this.#relay.stdin.write(`${line}\n`);
      return JSON.parse(await this.#read()) as LinkCounts;
    });
    this.#last = answer.catch(() => {});
    return answer;
  }

  counts(): Promise<LinkCounts> {
    return this.set({});
  }

  /** Removes the namespaces and ends every process in them. */
  async close(): Promise<LinkCounts> {
    await this.#last;
    this.#relay.stdin.end();
    const counts = JSON.parse(await this.#read()) as LinkCounts;
    await this.#exited;
    return counts;
  }

  async #read(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('the relay ended');
    return value;
  }
}

function endOf(name: string, address: string): LinkEnd {
  return { address, through: ['ip', 'netns', 'exec', name] };
}

/** The relay, compiled once for each version of its source. */
function compiled(): string {
  const version = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16);
  const program = join(folder, `relay-${version}`);
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${program}.${process.pid}`;
  execFileSync('gcc', ['-O2', '-Wall', '-o', unfinished, source]);
  renameSync(unfinished, program);
  return program;
}
