import { serverLimits } from '../../domain/server-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OwnNetworks, Place } from '../../ports/own-networks.ts';
import { addressBlock } from '../address-block.ts';

export interface OutsideAddressesDeps {
  readonly networks: OwnNetworks;
  readonly clock: Pick<Clock, 'serviceUs'>;
  /** The internet is to reach this server: unknown addresses then get less than others. */
  readonly isForInternet: boolean;
}

/** Written down again this long after the last time only: requests come by the thousand. */
const refreshUs = 60_000_000;
const { knownMs, remembered } = serverLimits.unknownAddresses;

/** Addresses outside this machine's own networks: which are unknown, and whether the host still lets any of them in (S27). */
export class OutsideAddresses {
  readonly #deps: OutsideAddressesDeps;
  /** By address block, when a signed-in user was last there: service clock, µs; the oldest first. */
  readonly #known = new Map<string, number>();
  #isShut = false;

  constructor(deps: OutsideAddressesDeps) {
    this.#deps = deps;
  }

  placeOf(address: string): Place {
    return this.#deps.networks.placeOf(address);
  }

  isOutside(address: string): boolean {
    return this.placeOf(address) === 'outside';
  }

  /** True for an address outside at which no signed-in user was lately, if the internet is to reach this server. */
  isUnknown(address: string): boolean {
    if (!this.#deps.isForInternet || !this.isOutside(address)) return false;
    const lastUs = this.#known.get(addressBlock(address));
    return lastUs === undefined || this.#deps.clock.serviceUs() - lastUs >= knownMs * 1_000;
  }

  /** Somebody at this address has just shown that they are signed in. */
  signedIn(address: string): void {
    if (!this.#deps.isForInternet) return;
    const block = addressBlock(address);
    const nowUs = this.#deps.clock.serviceUs();
    if (nowUs - (this.#known.get(block) ?? Number.NEGATIVE_INFINITY) < refreshUs || !this.isOutside(address)) return;
    this.#known.delete(block);
    this.#known.set(block, nowUs);
    if (this.#known.size <= remembered) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  /** False for addresses outside once the host has closed the server to them. */
  admits(address: string): boolean {
    return !this.#isShut || !this.isOutside(address);
  }

  get isShut(): boolean {
    return this.#isShut;
  }

  /** Admits nobody from outside from now on. */
  shut(): void {
    this.#isShut = true;
  }
}
