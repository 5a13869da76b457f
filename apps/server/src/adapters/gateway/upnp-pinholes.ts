import { GatewayFailure, type Transport } from '../../ports/gateways.ts';
import type { PinholeGateway } from '../../ports/pinholes.ts';
import { callUpnp, fetchUpnp, UpnpError } from './upnp-calls.ts';
import { elementIn, pinholeServices, portServicesIn } from './upnp-xml.ts';

// UPnP WANIPv6FirewallControl, version 1. A gateway lets a machine ask for its own address only, from that address.

/** By IANA. */
const protocols: Readonly<Record<Transport, number>> = { tcp: 6, udp: 17 };
const noSuchEntry = 704;

/** Reads what a found device offers. @throws {GatewayFailure} if it lets no IPv6 through. */
export async function openUpnpPinholes(location: string, from: string): Promise<PinholeGateway> {
  const { text } = await fetchUpnp(location, { from });
  const [service] = portServicesIn(text, location, pinholeServices);
  if (service === undefined) throw new GatewayFailure('noAnswer', 'The device lets no IPv6 through.');
  const call = (action: string, values: Readonly<Record<string, string | number>>) =>
    callUpnp(service, action, values, from);
  return {
    protocol: 'UPnP',
    localAddress: from,
    async open({ transport, port, lifetimeS }, before) {
      if (before?.id !== undefined) {
        try {
          await call('UpdatePinhole', { UniqueID: before.id, NewLeaseTime: lifetimeS });
          return { ...before, lifetimeS };
        } catch (error) {
          // It was restarted.
          if (!(error instanceof UpnpError && error.code === noSuchEntry)) throw error;
        }
      }
      const answer = await call('AddPinhole', {
        RemoteHost: '',
        RemotePort: 0,
        InternalClient: from,
        InternalPort: port,
        Protocol: protocols[transport],
        LeaseTime: lifetimeS,
      });
      return { transport, port, id: elementIn(answer, 'UniqueID'), lifetimeS };
    },
    async close({ id }) {
      if (id !== undefined) await call('DeletePinhole', { UniqueID: id });
    },
  };
}
