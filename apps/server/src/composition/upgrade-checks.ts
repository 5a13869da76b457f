import { createOriginCheck } from '../http/plugins/addresses.ts';
import { createForwardedReader, createProxyTrust } from '../http/plugins/forwarded-request.ts';
import { createRateCounter } from '../http/plugins/rate-counter.ts';
import { createUpgradeRules } from '../http/plugins/upgrade-rules.ts';
import type { AppContext } from './app-context.ts';

export type UpgradeChecks = ReturnType<typeof buildUpgradeChecks>;

/** The checks that WebSocket upgrades pass, and that other requests share with them. */
export function buildUpgradeChecks({ config, ephemeral, clock, versions, outside, log }: AppContext) {
  const isProxy = createProxyTrust(config.trustProxy);
  const readForwarded = createForwardedReader(isProxy);
  const counter = createRateCounter({ ephemeral, log });
  return {
    isProxy,
    readForwarded,
    counter,
    isAllowedOrigin: createOriginCheck(config),
    upgradeRules: createUpgradeRules({ config, readForwarded, counter, addresses: outside, versions, clock }),
  };
}
