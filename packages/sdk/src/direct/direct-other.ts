import type { DirectSignal } from '@roomtone/protocol';
import type { WhyNotDirect } from './direct-figures.ts';
import type { DirectLink } from './direct-link.ts';
import { DirectSource } from './direct-source.ts';

/** A channel that is quicker for neither side for this long gives way to another participant, µs; and for how long. */
const [restUs, awayUs] = [20_000_000, 60_000_000];

/** Everything that is known of another participant. */
export interface Other {
  readonly source: DirectSource;
  link: DirectLink | undefined;
  /** The server has been asked if the two may have a channel. */
  isAsking: boolean;
  /** One of the two wants a channel within one network alone. */
  isNear: boolean;
  failures: number;
  retryTimer: unknown;
  whyNot: WhyNotDirect | undefined;
  /** Their last offer, until it is answered. */
  offer: DirectSignal | undefined;
  /** When their last offer was answered, this machine's clock, µs. */
  answeredUs: number;
  /** Until then their channel has given way to that of somebody else, this machine's clock, µs. */
  awayUntilUs: number;
}

/** Somebody of whom nothing is known yet. @param lastServed the number of their last message that is part of what is known. */
export function newOther(lastServed: number): Other {
  return {
    source: new DirectSource(lastServed),
    link: undefined,
    isAsking: false,
    isNear: false,
    failures: 0,
    retryTimer: undefined,
    whyNot: undefined,
    offer: undefined,
    answeredUs: Number.NEGATIVE_INFINITY,
    awayUntilUs: Number.NEGATIVE_INFINITY,
  };
}

/** Changes when the other side, or the server, has to know. */
export function stateOf({ source: { isWorth, isCarried } }: Other): number {
  return Number(isWorth) + 2 * Number(isCarried);
}

/** Of the open channels that are of use to neither side, the one that wins least: it gives way. Undefined if all are of use. */
export function giveWay(others: Iterable<Other>, nowUs: number): Other | undefined {
  let least: Other | undefined;
  const winOf = ({ source }: Other) => source.figures.winUs ?? 0;
  for (const other of others) {
    const { link, source } = other;
    if (link?.isOpen !== true || source.isWorth || link.isWanted || nowUs - link.openedUs < restUs) continue;
    if (least === undefined || winOf(other) < winOf(least)) least = other;
  }
  if (least !== undefined) least.awayUntilUs = nowUs + awayUs;
  return least;
}
