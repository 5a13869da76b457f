import type { Clock } from '../../ports/clock.ts';
import {
  type Gateway,
  GatewayFailure,
  type GatewayProblem,
  type GatewayProtocol,
  type Gateways,
  type PortMapping,
} from '../../ports/gateways.ts';
import type { Log } from '../../ports/log.ts';

/** If the internet reaches this server, and how or why not. */
export type InternetState =
  | { readonly status: 'asking' }
  | {
      readonly status: 'open';
      /** The public address, and the port there that leads to the server's TCP port. */
      readonly address: string;
      readonly port: number;
      /** Undefined if notes cannot travel as datagrams from outside. */
      readonly udpPort: number | undefined;
      /** Undefined where this machine has the public address itself. */
      readonly protocol: GatewayProtocol | undefined;
      /** When the port closes unless it is renewed, wall clock; undefined if it has no end. */
      readonly untilMs: number | undefined;
    }
  /** The host has closed the server to the internet. */
  | { readonly status: 'shut' }
  | {
      readonly status: 'closed';
      /** noAnswer: there is no gateway that can be asked. */
      readonly problem: GatewayProblem;
      /** The gateway that said so, in the local network; undefined without one. */
      readonly gateway: string | undefined;
      /** Its address outside, where it says one. */
      readonly externalAddress: string | undefined;
    };

export interface InternetAccessDeps {
  readonly gateways: Gateways;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Calls once after a delay, unless the returned function is called before. */
  readonly after: (delayMs: number, run: () => void) => () => void;
  /** The server's TCP port, its UDP port for datagrams, and the one for STUN, if it has them. */
  readonly ports: { readonly tcp: number; readonly udp: number | undefined; readonly stun?: number | undefined };
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Called when something else than the time has changed. */
  readonly onChange: (state: InternetState) => void;
  /** Called when an open port stays open for longer, and nothing else has changed. */
  readonly onRenew?: ((state: InternetState) => void) | undefined;
}

/** Asked of a gateway. A server that dies without a word leaves its ports open for that long at most. */
const lifetimeS = 3_600;
/** Sooner than the lease asks for: a gateway that was restarted has forgotten the ports, and its address may be another. */
const renewMs = 60_000;
const leastRenewMs = 1_000;
const retryMs = 30_000;
/** How long stop() waits for a request that is under way. */
const stopWaitMs = 1_500;

/** The more a problem explains, the earlier it stands: several gateways may have one each. */
const problems: readonly GatewayProblem[] = ['carrierGradeNat', 'secondRouter', 'refused', 'offline', 'noAnswer'];

type Closed = Extract<InternetState, { readonly status: 'closed' }>;

/** Has a gateway open the server's ports, keeps them open, and closes them at the end. */
export class InternetAccess {
  readonly #deps: InternetAccessDeps;
  #state: InternetState = { status: 'asking' };
  #gateway: Gateway | undefined;
  #mappings: readonly PortMapping[] = [];
  #turn: Promise<void> = Promise.resolve();
  #cancelNext = () => {};
  #isStopped = false;

  constructor(deps: InternetAccessDeps) {
    this.#deps = deps;
  }

  get state(): InternetState {
    return this.#state;
  }

  /** Asks now; resolves when the outcome is known. It goes on by itself from then on. */
  start(): Promise<void> {
    this.#cancelNext();
    this.#turn = this.#turn.then(() => this.#ask());
    return this.#turn;
  }

  /** This machine is in another network now: looks for a gateway there. */
  networkChanged(): Promise<void> {
    this.#turn = this.#turn.then(() => {
      this.#gateway = undefined;
    });
    return this.start();
  }

  /** Closes the ports. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelNext();
    await Promise.race([this.#turn, new Promise<void>((resolve) => this.#deps.after(stopWaitMs, resolve))]);
    const gateway = this.#gateway;
    if (gateway !== undefined) await this.#close(gateway, this.#mappings);
    this.#mappings = [];
  }

  /** Closes the ports for good, because the host wants it, while the server goes on. */
  shut(): Promise<void> {
    this.#become({ status: 'shut' });
    return this.stop();
  }

  async #ask(): Promise<void> {
    if (this.#isStopped) return;
    const state = await this.#open();
    if (this.#isStopped) return;
    this.#become(state);
    const shortestS = Math.min(lifetimeS, ...this.#mappings.map((mapping) => mapping.lifetimeS ?? lifetimeS));
    const nextMs = state.status === 'open' ? Math.min(renewMs, (shortestS * 1_000) / 2) : retryMs;
    // Two calls of start() that overlapped would otherwise ask twice as often from then on.
    this.#cancelNext();
    this.#cancelNext = this.#deps.after(Math.max(leastRenewMs, nextMs), () => void this.start());
  }

  async #open(): Promise<InternetState> {
    const { gateways, ports } = this.#deps;
    const own = gateways.ownPublicAddress();
    if (own !== undefined) {
      const open = { status: 'open', protocol: undefined, untilMs: undefined } as const;
      return { ...open, address: own, port: ports.tcp, udpPort: ports.udp };
    }
    const known = this.#gateway;
    if (known !== undefined) {
      try {
        return await this.#openAt(known);
      } catch (error) {
        // It may have been replaced, or answer to another protocol by now.
        this.#deps.log.warn({ err: error, gateway: known.address }, 'the gateway no longer keeps the ports open');
        this.#gateway = undefined;
      }
    }
    let closed: Closed = { status: 'closed', problem: 'noAnswer', gateway: undefined, externalAddress: undefined };
    for await (const gateway of gateways.find()) {
      if (this.#isStopped) break;
      try {
        return await this.#openAt(gateway);
      } catch (error) {
        closed = worse(closed, closedBy(gateway, error));
      }
    }
    return closed;
  }

  async #openAt(gateway: Gateway): Promise<InternetState> {
    const { ports, clock } = this.#deps;
    const externalPort = (transport: 'tcp' | 'udp', port: number) =>
      this.#mappings.find((mapping) => mapping.transport === transport)?.externalPort ?? port;
    const askedMs = clock.nowMs();
    const tcp = await gateway.open({
      transport: 'tcp',
      port: ports.tcp,
      externalPort: externalPort('tcp', ports.tcp),
      lifetimeS,
    });
    const udp = ports.udp === undefined ? undefined : await this.#openUdp(gateway, ports.udp);
    const stun = udp === undefined || ports.stun === undefined ? undefined : await this.#openUdp(gateway, ports.stun);
    const mappings = [tcp, udp, stun].filter((mapping) => mapping !== undefined);
    if (this.#isStopped) {
      await this.#close(gateway, mappings);
      return this.#state;
    }
    this.#gateway = gateway;
    this.#mappings = mappings;
    const shortestS = Math.min(...mappings.map((mapping) => mapping.lifetimeS ?? Number.POSITIVE_INFINITY));
    return {
      status: 'open',
      address: tcp.address,
      port: tcp.externalPort,
      udpPort: udp?.externalPort,
      protocol: gateway.protocol,
      untilMs: Number.isFinite(shortestS) ? askedMs + shortestS * 1_000 : undefined,
    };
  }

  /** Clients are told the number of the server's own UDP port, so another one outside is of no use. */
  async #openUdp(gateway: Gateway, port: number): Promise<PortMapping | undefined> {
    try {
      const mapping = await gateway.open({ transport: 'udp', port, externalPort: port, lifetimeS });
      if (mapping.externalPort === port) return mapping;
      await this.#close(gateway, [mapping]);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'the gateway opens no UDP port: notes from outside take the WebSocket');
    }
    return undefined;
  }

  async #close(gateway: Gateway, mappings: readonly PortMapping[]): Promise<void> {
    const closing = mappings.map((mapping) =>
      gateway.close(mapping).catch((error: unknown) => {
        this.#deps.log.warn({ err: error, ...mapping }, 'the gateway did not close a port');
      }),
    );
    await Promise.all(closing);
  }

  #become(state: InternetState): void {
    const before = this.#state;
    this.#state = state;
    if (withoutTime(before) === withoutTime(state)) {
      if (state.status === 'open') this.#deps.onRenew?.(state);
      return;
    }
    this.#deps.log.info({ internet: state }, 'what the internet reaches of this server has changed');
    this.#deps.onChange(state);
  }
}

function closedBy(gateway: Gateway, error: unknown): Closed {
  const isKnown = error instanceof GatewayFailure;
  return {
    status: 'closed',
    // It was there a moment ago: some routers say nothing to what they do not want.
    problem: isKnown && error.problem !== 'noAnswer' ? error.problem : 'refused',
    gateway: gateway.address,
    externalAddress: isKnown ? error.address : undefined,
  };
}

function worse(one: Closed, other: Closed): Closed {
  return problems.indexOf(other.problem) < problems.indexOf(one.problem) ? other : one;
}

function withoutTime(state: InternetState): string {
  return JSON.stringify(state, (name, value) => (name === 'untilMs' ? undefined : value));
}
