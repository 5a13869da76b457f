import type { Clock } from '../../ports/clock.ts';
import type { GatewayProtocol } from '../../ports/gateways.ts';
import type { Log } from '../../ports/log.ts';
import type { Pinhole, PinholeGateway, PinholeGateways } from '../../ports/pinholes.ts';

/** If the internet reaches this server by IPv6. */
export type Ipv6State =
  /** This machine has no public IPv6 address. */
  | { readonly status: 'none' }
  | {
      readonly status: 'open';
      readonly address: string;
      readonly port: number;
      /** Undefined if the gateway lets no datagrams through. */
      readonly udpPort: number | undefined;
      readonly protocol: GatewayProtocol;
      /** When the gateway closes the ports unless they are renewed, wall clock. */
      readonly untilMs: number;
    }
  /** There is an address, and no gateway lets itself be asked: its firewall decides. */
  | { readonly status: 'unknown'; readonly address: string; readonly port: number };

export interface Ipv6AccessDeps {
  readonly gateways: PinholeGateways;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Calls once after a delay, unless the returned function is called before. */
  readonly after: (delayMs: number, run: () => void) => () => void;
  /** The server's TCP port, and its UDP port for datagrams if it has one. */
  readonly ports: { readonly tcp: number; readonly udp: number | undefined; readonly stun?: number | undefined };
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Called when something else than the time has changed. */
  readonly onChange: (state: Ipv6State) => void;
}

/** The same bounds as for ports (see InternetAccess). */
const lifetimeS = 3_600;
const renewMs = 60_000;
const leastRenewMs = 1_000;
const stopWaitMs = 1_500;

/** Has the gateway's firewall let IPv6 through to the server, keeps it so, and closes it at the end. */
export class Ipv6Access {
  readonly #deps: Ipv6AccessDeps;
  #state: Ipv6State = { status: 'none' };
  #gateway: PinholeGateway | undefined;
  #pinholes: readonly Pinhole[] = [];
  #turn: Promise<void> = Promise.resolve();
  #cancelNext = () => {};
  #isStopped = false;

  constructor(deps: Ipv6AccessDeps) {
    this.#deps = deps;
  }

  get state(): Ipv6State {
    return this.#state;
  }

  /** Asks now, also after a change of network; resolves when the outcome is known. It goes on by itself from then on. */
  start(): Promise<void> {
    this.#cancelNext();
    this.#turn = this.#turn.then(() => this.#ask());
    return this.#turn;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelNext();
    await Promise.race([this.#turn, new Promise<void>((resolve) => this.#deps.after(stopWaitMs, resolve))]);
    await this.#close();
  }

  async #ask(): Promise<void> {
    if (this.#isStopped) return;
    const address = this.#deps.gateways.ownAddress();
    if (this.#gateway !== undefined && this.#gateway.localAddress !== address) await this.#close();
    this.#become(address === undefined ? { status: 'none' } : await this.#open(address));
    const shortestS = Math.min(lifetimeS, ...this.#pinholes.map((pinhole) => pinhole.lifetimeS));
    this.#cancelNext();
    if (this.#isStopped) return this.#close();
    const nextMs = Math.max(leastRenewMs, Math.min(renewMs, (shortestS * 1_000) / 2));
    this.#cancelNext = this.#deps.after(nextMs, () => void this.start());
  }

  async #open(address: string): Promise<Ipv6State> {
    const known = this.#gateway;
    this.#gateway = undefined;
    if (known !== undefined) {
      const state = await this.#openAt(known, address);
      if (state !== undefined) return state;
      this.#pinholes = [];
    }
    for await (const gateway of this.#deps.gateways.find(address)) {
      if (this.#isStopped) break;
      const state = await this.#openAt(gateway, address);
      if (state !== undefined) return state;
    }
    return { status: 'unknown', address, port: this.#deps.ports.tcp };
  }

  async #openAt(gateway: PinholeGateway, address: string): Promise<Ipv6State | undefined> {
    const { ports, clock } = this.#deps;
    const askedMs = clock.nowMs();
    const tcp = await this.#openPort(gateway, 'tcp', ports.tcp);
    if (tcp === undefined) return undefined;
    const udp = ports.udp === undefined ? undefined : await this.#openPort(gateway, 'udp', ports.udp);
    this.#gateway = gateway;
    const stun =
      udp === undefined || ports.stun === undefined ? undefined : await this.#openPort(gateway, 'udp', ports.stun);
    this.#pinholes = [tcp, udp, stun].filter((pinhole) => pinhole !== undefined);
    const shortestS = Math.min(...this.#pinholes.map((pinhole) => pinhole.lifetimeS));
    return {
      status: 'open',
      address,
      port: tcp.port,
      udpPort: udp?.port,
      protocol: gateway.protocol,
      untilMs: askedMs + shortestS * 1_000,
    };
  }

  async #openPort(gateway: PinholeGateway, transport: 'tcp' | 'udp', port: number): Promise<Pinhole | undefined> {
    const before = this.#pinholes.find((pinhole) => pinhole.transport === transport && pinhole.port === port);
    try {
      return await gateway.open({ transport, port, lifetimeS }, before);
    } catch (error) {
      this.#deps.log.info({ err: error, transport, protocol: gateway.protocol }, 'the gateway lets no IPv6 through');
      return undefined;
    }
  }

  async #close(): Promise<void> {
    const [gateway, pinholes] = [this.#gateway, this.#pinholes];
    this.#gateway = undefined;
    this.#pinholes = [];
    const closing = pinholes.map((pinhole) =>
      gateway?.close(pinhole).catch((error: unknown) => {
        this.#deps.log.warn({ err: error, ...pinhole }, 'the gateway did not close an IPv6 port');
      }),
    );
    await Promise.all(closing);
  }

  #become(state: Ipv6State): void {
    const before = this.#state;
    this.#state = state;
    if (withoutTime(before) === withoutTime(state)) return;
    this.#deps.log.info({ ipv6: state }, 'what IPv6 reaches of this server has changed');
    this.#deps.onChange(state);
  }
}

function withoutTime(state: Ipv6State): string {
  return JSON.stringify(state, (name, value) => (name === 'untilMs' ? undefined : value));
}
