import { rememberTokens } from '../adapters/tokens/recent-tokens.ts';
import { type Authentication, createAuthentication } from '../http/plugins/authentication.ts';
import { createRateLimits, type RateLimits } from '../http/plugins/rate-limits.ts';
import type { AppContext } from './app-context.ts';
import type { Services } from './services.ts';
import type { UpgradeChecks } from './upgrade-checks.ts';

export interface RequestChecks {
  readonly authentication: Authentication;
  readonly rates: RateLimits;
}

/** Authentication and rate limits of all other requests. */
export function buildRequestChecks(
  { config, recent, clock }: AppContext,
  { counter, readForwarded }: UpgradeChecks,
  { accessTokens, refreshTokens, realtime }: Services,
): RequestChecks {
  const authentication = createAuthentication(rememberTokens(accessTokens, clock), recent, (userId) =>
    realtime.activity.seen(userId),
  );
  const rates = createRateLimits({
    limits: config.rateLimits,
    counter,
    authentication,
    accessTokens,
    refreshTokens,
    readForwarded,
  });
  return { authentication, rates };
}
