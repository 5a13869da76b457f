import type { IncomingMessage } from 'node:http';
import { addressBlock } from '../../application/address-block.ts';
import type { OutsideAddresses } from '../../application/hosting/outside-addresses.ts';
import type { Config } from '../../config/config.ts';
import { serverLimits } from '../../domain/server-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { UpgradeRules } from '../../ports/upgrade-rules.ts';
import { closedToOutside, createHostCheck, foreignHost } from './every-request.ts';
import type { ForwardedRequest } from './forwarded-request.ts';
import { type RateCounter, retryAfter, standingHeaders, tooManyRequests } from './rate-counter.ts';
import { type ApiVersions, checkVersion, isApiPath, unversioned, versionHeaders } from './versions.ts';

export interface UpgradeRulesDeps {
  readonly config: Pick<Config, 'publicUrl' | 'rateLimits'>;
  readonly readForwarded: (request: IncomingMessage) => ForwardedRequest;
  readonly counter: RateCounter;
  readonly outside: Pick<OutsideAddresses, 'isUnknown' | 'admits'>;
  /** Counts a request that is refused for asking too often (S10.17). */
  readonly countRefusal: (request: IncomingMessage) => unknown;
  readonly versions: ApiVersions;
  readonly clock: Pick<Clock, 'nowMs'>;
}

export function createUpgradeRules(deps: UpgradeRulesDeps): UpgradeRules<IncomingMessage> {
  const { readForwarded, counter, clock } = deps;
  const isOwnHost = createHostCheck(deps.config);
  const addressOf = (request: IncomingMessage) => readForwarded(request).address;
  const addressBlockOf = (request: IncomingMessage) => addressBlock(addressOf(request));
  const { general } = deps.config.rateLimits;
  /** As for other requests. */
  const limitOf = (request: IncomingMessage) =>
    deps.outside.isUnknown(addressOf(request))
      ? Math.min(general, serverLimits.unknownAddresses.requests.general)
      : general;
  return {
    check(request) {
      if (!deps.outside.admits(addressOf(request))) throw closedToOutside();
      const url = request.url ?? '';
      if (!isOwnHost(readForwarded(request).host)) throw foreignHost();
      checkVersion(url, request.headers['api-version']);
      return unversioned(url).split('?', 1)[0] ?? '';
    },
    hostOf: (request) => readForwarded(request).host,
    addressOf,
    addressBlockOf,
    async count(request, identity) {
      const headers = versionHeaders(deps.versions, clock.nowMs());
      if (!isApiPath(request.url ?? '')) return { refused: undefined, headers };
      const standing =
        identity?.kind === 'user'
          ? await counter.count(`rate:general:user:${identity.userId}`, general)
          : await counter.count(`rate:general:address:${addressBlockOf(request)}`, limitOf(request));
      if (standing === undefined) return { refused: undefined, headers };
      const counted = { ...headers, ...standingHeaders(standing) };
      if (!standing.isExceeded) return { refused: undefined, headers: counted };
      deps.countRefusal(request);
      const refused = tooManyRequests(standing);
      return { refused, headers: { ...counted, 'Retry-After': String(retryAfter(refused, clock)) } };
    },
  };
}
