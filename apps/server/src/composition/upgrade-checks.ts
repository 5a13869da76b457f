import type { IncomingMessage } from 'node:http';
import { addressBlock } from '../application/address-block.ts';
import { createOriginCheck } from '../http/plugins/addresses.ts';
import { createForwardedReader, createProxyTrust } from '../http/plugins/forwarded-request.ts';
import { createRateCounter } from '../http/plugins/rate-counter.ts';
import { RefusedAddresses } from '../http/plugins/refused-addresses.ts';
import { createUpgradeRules } from '../http/plugins/upgrade-rules.ts';
import type { AppContext } from './app-context.ts';

export type UpgradeChecks = ReturnType<typeof buildUpgradeChecks>;

/** The checks that WebSocket upgrades pass, and that other requests share with them. */
export function buildUpgradeChecks({ config, ephemeral, clock, versions, outside, log }: AppContext) {
  const isProxy = createProxyTrust(config.trustProxy);
  const readForwarded = createForwardedReader(isProxy);
  const counter = createRateCounter({ ephemeral, log });
  const refusedAddresses = new RefusedAddresses();
  const countRefusal = (request: IncomingMessage) =>
    refusedAddresses.refuse(addressBlock(readForwarded(request).address));
  return {
    isProxy,
    readForwarded,
    counter,
    refusedAddresses,
    countRefusal,
    isAllowedOrigin: createOriginCheck(config),
    upgradeRules: createUpgradeRules({ config, readForwarded, counter, countRefusal, outside, versions, clock }),
  };
}
