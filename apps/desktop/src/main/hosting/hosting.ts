import { explainedInvitationLink, limits } from '@roomtone/protocol';
import type { HostingChoice, HostState, OpenHosting, Trouble } from '../../shared/hosting.ts';
import { internetUrl, invitedServers } from '../../shared/invited-servers.ts';
import type { HostProblem, ProcessState } from './host.ts';

export interface HostingParts {
  /** Opens the server to the network, or closes it if null. */
  readonly change: (hosting: HostingChoice | null) => void;
  /** The current time, in ms since 1970. */
  readonly now: () => number;
  readonly onChange: (state: HostState) => void;
}

const keptLines = 200;

/** The state of hosting for the pages: the server's status, its addresses, and any trouble. */
export class Hosting {
  readonly #parts: HostingParts;
  #process: ProcessState = { status: 'stopped' };
  #trouble: Trouble | null = null;
  #lines: string[] = [];
  /** The start of a line that is not complete yet. */
  #begun = '';

  constructor(parts: HostingParts) {
    this.#parts = parts;
  }

  get state(): HostState {
    const { status } = this.#process;
    const trouble = this.#trouble;
    if (status === 'stopped') return { status };
    if (status === 'ready') return { status, url: this.#process.url, hosting: this.#hosting(), trouble };
    return { status, attempt: this.#process.attempt, trouble };
  }

  /** The fingerprint of the server's key, while it is open to the network. */
  get fingerprint(): string | undefined {
    return this.#hosting()?.fingerprint;
  }

  get log(): readonly string[] {
    return this.#lines;
  }

  open(choice: HostingChoice): void {
    this.#trouble = null;
    this.#parts.change(choice);
  }

  close(): void {
    this.#trouble = null;
    this.#parts.change(null);
  }

  /** Takes a new state of the server's process. */
  processChanged(state: ProcessState): void {
    this.#process = state;
    if (state.status === 'ready' && this.#trouble?.kind === 'failed') this.#trouble = null;
    this.#publish();
  }

  problem({ kind, detail }: HostProblem): void {
    this.#trouble = { kind, detail, at: this.#parts.now() };
    this.#publish();
  }

  /** Takes output that the server wrote to its standard output. */
  wrote(text: string): void {
    const lines = (this.#begun + text).split('\n');
    this.#begun = lines.pop() ?? '';
    this.#lines = [...this.#lines, ...lines].slice(-keptLines);
  }

  #hosting(): OpenHosting | null {
    if (this.#process.status !== 'ready' || this.#process.hosting === null) return null;
    const { joining, outside, guests, name, fingerprint, addresses, internet, admission } = this.#process.hosting;
    const linkTo = (servers: readonly string[], token?: string) => {
      if (servers.length === 0) return null;
      const first = servers.slice(0, limits.invitation.servers);
      return explainedInvitationLink({ servers: first, fingerprint, roomId: undefined, name, token });
    };
    const isAdmitting = outside && joining === 'added' && admission !== null;
    const publicUrl = internetUrl(internet);
    return {
      joining,
      outside,
      guests,
      internet,
      name,
      port: Number(new URL(this.#process.url).port),
      fingerprint,
      addresses: [...addresses],
      link: linkTo(addresses),
      outsideLink:
        publicUrl === undefined
          ? null
          : linkTo(invitedServers(addresses, internet), isAdmitting ? admission.token : undefined),
      admits: isAdmitting ? { people: admission.people, until: admission.until } : null,
    };
  }

  #publish(): void {
    this.#parts.onChange(this.state);
  }
}
