import { randomBytes } from 'node:crypto';
import { limits, peerIssue, peerSdp, RoomtoneError, readPeerSdp, validationError } from '@roomtone/protocol';
import { serverLimits } from '../../domain/server-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DatagramChannel, Datagrams } from '../../ports/datagrams.ts';

/**
 * The answers that the server finds when it asks its own public address. reached: itself, by way of the router. other: another key, so the
 * address is wrong or the port leads elsewhere. silent: nothing, as behind many routers, which lead nobody back inside.
 */
export type OwnReach = 'unknown' | 'reached' | 'other' | 'silent';

/** The ways by which a visitor of the test link has come. TCP is reached by everybody who is listed. */
export interface ReachVisit {
  /** Wall clock. */
  readonly atMs: number;
  /** The visitor's address, as the server sees it. */
  readonly address: string;
  /** False for a visitor in this network, whose visit proves nothing about the internet. */
  readonly isOutside: boolean;
  /** The address at which the visitor reached the server. */
  readonly reachedAt: string;
  /** trying: not known yet. none: the browser or the server has no datagrams. */
  readonly udp: 'trying' | 'reached' | 'failed' | 'none';
}

export interface ReachState {
  readonly own: OwnReach;
  /** Undefined without a link that works. */
  readonly test: { readonly token: string; readonly expiresAtMs: number } | undefined;
  /** Of the last link, the newest first. */
  readonly visits: readonly ReachVisit[];
}

/** Something that is known now. */
export type ReachNews =
  | { readonly kind: 'own'; readonly own: OwnReach }
  | { readonly kind: 'visit'; readonly visit: ReachVisit };

/** A visitor, as the request has them. */
export interface Visitor {
  readonly address: string;
  /** The Host of the request. */
  readonly host: string;
  /** Addresses at which the visitor has reached the server over TCP. */
  readonly reached: readonly string[];
}

export interface ReachTestDeps {
  readonly datagrams: Pick<Datagrams, 'accept' | 'port' | 'addresses'> | undefined;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Calls once after a delay, unless the returned function is called before. */
  readonly after: (delayMs: number, run: () => void) => () => void;
  readonly isOutside: (address: string) => boolean;
}

const bounds = serverLimits.reachTest;

/**
 * Can others reach this server? It asks its own public address, and gives the host a link whose page tells what it reached over
 * TCP and UDP. There is one link at a time, and one data channel for it.
 */
export class ReachTest {
  readonly #deps: ReachTestDeps;
  #own: OwnReach = 'unknown';
  #test: ReachState['test'];
  #visits: readonly ReachVisit[] = [];
  #offers = 0;
  #channel: DatagramChannel | undefined;
  #cancelChannel = () => {};

  /** Called when something is known that was not before. */
  onNews: (news: ReachNews) => void = () => {};

  constructor(deps: ReachTestDeps) {
    this.#deps = deps;
  }

  get state(): ReachState {
    const isOver = this.#test === undefined || this.#test.expiresAtMs <= this.#deps.clock.nowMs();
    return { own: this.#own, test: isOver ? undefined : this.#test, visits: this.#visits };
  }

  setOwn(own: OwnReach): void {
    if (own === this.#own) return;
    this.#own = own;
    this.onNews({ kind: 'own', own });
  }

  /** Makes a link, in place of the last one. @returns its token. */
  start(): string {
    this.#endChannel();
    const token = randomBytes(32).toString('base64url');
    this.#test = { token, expiresAtMs: this.#deps.clock.nowMs() + bounds.linkMs };
    this.#visits = [];
    this.#offers = 0;
    return token;
  }

  /** Somebody has opened the page, so TCP works. @throws {RoomtoneError} RESOURCE_NOT_FOUND for a link that has ended. */
  visited(token: string, visitor: Visitor): void {
    this.#check(token);
    this.#record(visitor, this.#deps.datagrams === undefined ? 'none' : 'trying');
  }

  /**
   * Answers the offer of a page's data channel, by which it reaches the UDP port.
   * @param offer a session description (SDP).
   * @returns the answer to it; undefined if the server has no datagrams.
   * @throws {RoomtoneError} RESOURCE_NOT_FOUND; VALIDATION_ERROR on offer; RATE_LIMIT_EXCEEDED.
   */
  async answer(token: string, visitor: Visitor, offer: string): Promise<string | undefined> {
    this.#check(token);
    const { datagrams, clock } = this.#deps;
    const parameters = parametersIn(offer);
    if (datagrams === undefined) return undefined;
    if (++this.#offers > bounds.offers) {
      const reset = Math.ceil((this.#test?.expiresAtMs ?? clock.nowMs()) / 1000);
      throw new RoomtoneError('RATE_LIMIT_EXCEEDED', 'This link was used too often.', { limit: bounds.offers, reset });
    }
    this.#endChannel();
    let channel: DatagramChannel | undefined;
    const opened = await datagrams.accept(parameters, {
      open: () => {},
      message: (bytes) => {
        this.#record(visitor, 'reached');
        channel?.send(bytes.subarray(0, bounds.echoBytes));
      },
      closed: () => {},
    });
    channel = opened.channel;
    this.#channel = channel;
    this.#cancelChannel = this.#deps.after(limits.datagrams.openMs, () => this.#endChannel());
    const addresses = datagrams.addresses.length > 0 ? datagrams.addresses : visitor.reached;
    return peerSdp(opened.answer, 'active', { addresses, port: datagrams.port });
  }

  /** The page has waited in vain for an answer over UDP, or its browser has none. */
  failed(token: string, visitor: Visitor, udp: 'failed' | 'none'): void {
    this.#check(token);
    if (this.#visits.find(isOf(visitor))?.udp !== 'reached') this.#record(visitor, udp);
  }

  close(): void {
    this.#endChannel();
    this.#test = undefined;
  }

  #check(token: string): void {
    if (this.state.test?.token === token) return;
    throw new RoomtoneError('RESOURCE_NOT_FOUND', 'This link has ended. Ask the host for another one.');
  }

  #record(visitor: Visitor, udp: ReachVisit['udp']): void {
    const { address, host: reachedAt } = visitor;
    const known = this.#visits.find(isOf(visitor));
    if (known?.udp === udp || (known !== undefined && udp === 'trying')) return;
    const visit = { atMs: this.#deps.clock.nowMs(), address, isOutside: this.#deps.isOutside(address), reachedAt, udp };
    this.#visits = [visit, ...this.#visits.filter((each) => each !== known)].slice(0, bounds.visits);
    this.onNews({ kind: 'visit', visit });
  }

  #endChannel(): void {
    this.#cancelChannel();
    this.#channel?.close();
    this.#channel = undefined;
  }
}

function isOf({ address, host }: Visitor): (visit: ReachVisit) => boolean {
  return (visit) => visit.address === address && visit.reachedAt === host;
}

function parametersIn(offer: string) {
  let parameters: ReturnType<typeof readPeerSdp>;
  try {
    parameters = readPeerSdp(offer);
  } catch {
    throw validationError([{ field: 'offer', issue: 'must be a session description with a data channel' }]);
  }
  const issue = peerIssue(parameters);
  if (issue !== undefined) throw validationError([{ field: 'offer', issue: `${issue.field} ${issue.issue}` }]);
  return parameters;
}
