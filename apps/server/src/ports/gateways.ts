/** How a gateway was asked, the most precise protocol first. */
export type GatewayProtocol = 'PCP' | 'NAT-PMP' | 'UPnP';

export type Transport = 'tcp' | 'udp';

export interface PortRequest {
  readonly transport: Transport;
  /** The port of this machine. */
  readonly port: number;
  /** The number outside that is asked for; the gateway may give another one. */
  readonly externalPort: number;
  readonly lifetimeS: number;
}

/** A port of the gateway that leads to a port of this machine. */
export interface PortMapping {
  readonly transport: Transport;
  readonly port: number;
  readonly externalPort: number;
  /** The gateway's address outside, as it says itself. */
  readonly address: string;
  /** Undefined where the gateway knows no end: it keeps the port open until it is told otherwise. */
  readonly lifetimeS: number | undefined;
}

/** Why a gateway opens no port. */
export type GatewayProblem =
  /** Its address outside belongs to carrier-grade NAT (RFC 6598): another NAT, of the provider, stands behind it. */
  | 'carrierGradeNat'
  /** Its address outside is a private one: it is itself behind a router. */
  | 'secondRouter'
  /** It was asked properly and does not want to. */
  | 'refused'
  /** It has no address outside. */
  | 'offline'
  /** It does not answer, or nothing that can be understood. */
  | 'noAnswer';

export class GatewayFailure extends Error {
  override readonly name = 'GatewayFailure';
  readonly problem: GatewayProblem;
  /** The gateway's address outside, where it says one. */
  readonly address: string | undefined;

  constructor(problem: GatewayProblem, message: string, address?: string) {
    super(message);
    this.problem = problem;
    this.address = address;
  }
}

/** A router of this network that can be asked to open ports. */
export interface Gateway {
  readonly protocol: GatewayProtocol;
  /** Its address in this network. */
  readonly address: string;
  /** This machine's address in the same network. */
  readonly localAddress: string;
  /**
   * Opens a port, or keeps it open for longer.
   * @throws {GatewayFailure} also for an address outside that the internet cannot reach; the port is not open then.
   */
  open(request: PortRequest): Promise<PortMapping>;
  /** @throws {GatewayFailure} */
  close(mapping: PortMapping): Promise<void>;
}

export interface Gateways {
  /** Looks for gateways, and yields each as soon as it is found, in the order in which to try them. */
  find(): AsyncIterable<Gateway>;
  /** A public IPv4 address of this machine itself, which needs no gateway. */
  ownPublicAddress(): string | undefined;
}
