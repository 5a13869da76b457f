import type { Page } from '../../ports/page-fetcher.ts';
import { dialTcp } from './connect.ts';
import { metadataOf } from './metadata.ts';
import { isOnOwnNetwork } from './own-network.ts';
import { pageOf } from './page.ts';
import { type Network, readDocument } from './request.ts';
import { createSystemResolver } from './resolve.ts';
import { parseAllowList, type Target } from './target.ts';
import { textOf } from './text.ts';

/**
 * Reads one page, until the signal aborts.
 * @throws {RoomtoneError} like `PageFetcher.fetch`.
 */
export type ReadPage = (target: Target, signal: AbortSignal) => Promise<Page>;

/** Reads pages in this thread. @param allowHosts private `host:port` entries that may be read all the same. */
export function createPageReader(allowHosts: readonly string[], network: Partial<Network> = {}): ReadPage {
  const allowed = parseAllowList(allowHosts);
  const whole: Network = {
    resolve: createSystemResolver(),
    dial: dialTcp,
    isOwn: (address) => isOnOwnNetwork(address),
    ...network,
  };
  return async (target, signal) => {
    const { url, type, bytes } = await readDocument(target, allowed, whole, signal);
    return pageOf(await metadataOf(textOf(bytes, type, signal)), url);
  };
}
