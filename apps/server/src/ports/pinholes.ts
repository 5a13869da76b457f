import type { GatewayProtocol, Transport } from './gateways.ts';

export interface PinholeRequest {
  readonly transport: Transport;
  /** The port of this machine, which is the same outside. */
  readonly port: number;
  readonly lifetimeS: number;
}

/** A port that a gateway's firewall for IPv6 lets through to this machine. */
export interface Pinhole {
  readonly transport: Transport;
  readonly port: number;
  /** By which the gateway knows it, where it has one. */
  readonly id: string | undefined;
  readonly lifetimeS: number;
}

/** A router of this network that can be asked to let IPv6 through to this machine. */
export interface PinholeGateway {
  readonly protocol: Exclude<GatewayProtocol, 'NAT-PMP'>;
  /** This machine's address, to which it lets through. */
  readonly localAddress: string;
  /** Lets a port through, or keeps it open for longer. @throws {GatewayFailure} */
  open(request: PinholeRequest, before?: Pinhole): Promise<Pinhole>;
  /** @throws {GatewayFailure} */
  close(pinhole: Pinhole): Promise<void>;
}

export interface PinholeGateways {
  /** A public IPv6 address of this machine that stays the same as long as possible. */
  ownAddress(): string | undefined;
  /** Looks for gateways that can be asked about that address, in the order in which to try them. */
  find(address: string): AsyncIterable<PinholeGateway>;
}
