import { patiently } from '@roomtone/sdk/extras';
import { type Connected, type ConnectOptions, connect } from './connect.ts';
import { type Destination, destinationFrom, invitationIn, type Known } from './destination.ts';
import { errorObject, explain } from './explain.ts';
import { Output, type OutputStream } from './output.ts';
import { SignIns } from './sign-ins.ts';

/** The parts of the process that commands use. */
export interface Process {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: OutputStream & NodeJS.WriteStream;
  readonly stderr: OutputStream & NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly argv: readonly string[];
}

/** The options that every command has. */
export interface CommonOptions {
  readonly server?: string;
  readonly fingerprint?: string;
  readonly json?: boolean;
}

/** The context of a command. It resolves with its exit status; nothing is success. */
export class Context {
  readonly process: Process;
  readonly output: Output;
  readonly signal: AbortSignal;
  readonly signIns: SignIns;
  readonly #options: CommonOptions;

  constructor(process: Process, options: CommonOptions, signal: AbortSignal) {
    this.process = process;
    this.output = new Output(process, options.json === true);
    this.signal = signal;
    this.signIns = new SignIns(process.env);
    this.#options = options;
  }

  /** @param where an invitation link, an address or a room's id. @throws {UsageError} */
  destination(where: string | undefined): Destination {
    return this.#destination(where, true);
  }

  /** The same for a command that is about a server alone. @param where an invitation link or an address. @throws {UsageError} */
  server(where: string | undefined): Destination {
    return this.#destination(where, false);
  }

  #destination(where: string | undefined, mayBeRoom: boolean): Destination {
    const { settings } = this.signIns;
    const named = this.process.env['ROOMTONE_SERVER'];
    const own = named ? serverIn(named) : undefined;
    const known = (baseUrl: string) => (own?.baseUrl === baseUrl ? own : settings.server(baseUrl));
    return destinationFrom(where, { ...this.#options, usual: own ?? settings.current, known, mayBeRoom });
  }

  /** Tells of an error that ends nothing, or of the one that ended the command. */
  problem(error: unknown): void {
    this.output.problem(errorObject(error), explain(error));
  }

  /** Connects, and closes after `act`, whatever comes of it. */
  async connected<Result>(
    destination: Destination,
    options: Pick<ConnectOptions, 'need' | 'datagrams'>,
    act: (connected: Connected) => Promise<Result>,
  ): Promise<Result> {
    const patient = <Value>(call: () => Promise<Value>) => this.patiently(call);
    const connected = await connect(destination, {
      ...options,
      ...{ signIns: this.signIns, env: this.process.env, patiently: patient },
    });
    try {
      return await act(connected);
    } finally {
      await connected.close().catch(() => this.output.say(`The account ${connected.as} could not be deleted.`));
    }
  }

  /** Waits out the server's rate limit, and says so. */
  patiently<Value>(call: () => Promise<Value>): Promise<Value> {
    const onWait = (ms: number) =>
      this.output.say(`The server allows no more at the moment. Waiting ${Math.ceil(ms / 1_000)} s …`);
    return patiently(call, { signal: this.signal, onWait });
  }

  /** For joinRoom(): the room's password comes from the environment. */
  get roomPassword(): { readonly password?: string } {
    const password = this.process.env['ROOMTONE_ROOM_PASSWORD'];
    return password ? { password } : {};
  }
}

/** The server that ROOMTONE_SERVER names. @throws {UsageError} */
function serverIn(text: string): Known {
  const { servers, fingerprint } = invitationIn(text);
  return { baseUrl: servers[0] ?? '', fingerprint };
}
