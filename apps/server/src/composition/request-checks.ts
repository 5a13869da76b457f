import type { onRequestHookHandler } from 'fastify';
import { botTokens } from '../adapters/tokens/bot-tokens.ts';
import { rememberTokens } from '../adapters/tokens/recent-tokens.ts';
import { type Authentication, createAuthentication } from '../http/plugins/authentication.ts';
import { createMonitoringAccess, UndeclaredProxies } from '../http/plugins/monitoring-access.ts';
import { createRateLimits, type RateLimits } from '../http/plugins/rate-limits.ts';
import type { AppContext } from './app-context.ts';
import type { Services } from './services.ts';
import type { UpgradeChecks } from './upgrade-checks.ts';

export interface RequestChecks {
  readonly authentication: Authentication;
  readonly rates: RateLimits;
  /** Lets through requests for figures about the server. */
  readonly monitoring: onRequestHookHandler;
  readonly proxies: Pick<UndeclaredProxies, 'notice'>;
}

/** Authentication and rate limits of all other requests. */
export function buildRequestChecks(
  { config, recent, clock, metricsToken, outside, log }: AppContext,
  { counter, readForwarded, isProxy }: UpgradeChecks,
  { accessTokens, refreshTokens, realtime, invitations }: Services,
): RequestChecks {
  const authentication = createAuthentication({ tokens: rememberTokens(accessTokens, clock), botTokens }, recent, {
    onSeen: (userId, request) => {
      realtime.activity.seen(userId);
      if (config.internet) outside.signedIn(readForwarded(request).address);
    },
    guests: config.guests,
    adminSecondFactor: config.adminSecondFactor,
    admitGuest: (token, address) => invitations.admitGuest(token, address),
  });
  const rates = createRateLimits({
    limits: config.rateLimits,
    counter,
    authentication,
    accessTokens,
    refreshTokens,
    readForwarded,
    outside,
  });
  const proxies = new UndeclaredProxies(isProxy, config.publicUrl, log);
  const monitoring = createMonitoringAccess({ token: metricsToken, isProxy, readForwarded, proxies });
  return { authentication, rates, monitoring, proxies };
}
