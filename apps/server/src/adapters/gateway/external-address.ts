import ipaddr from 'ipaddr.js';
import { GatewayFailure } from '../../ports/gateways.ts';
import { isPublicAddress } from '../page-fetcher/public-address.ts';

/** @throws {GatewayFailure} for an address that the internet does not reach. */
export function checkExternalAddress(address: string): void {
  if (isPublicAddress(address)) return;
  const range = ipaddr.isValid(address) ? ipaddr.parse(address).range() : undefined;
  if (range === 'carrierGradeNat') {
    throw new GatewayFailure('carrierGradeNat', 'The address outside belongs to carrier-grade NAT.', address);
  }
  if (range === 'private') throw new GatewayFailure('secondRouter', 'The address outside is private.', address);
  throw new GatewayFailure('offline', 'The gateway has no address that the internet reaches.');
}
