import { type Gateway, GatewayFailure, type PortMapping, type PortRequest } from '../../ports/gateways.ts';
import { checkExternalAddress } from './external-address.ts';
import type { FoundDevice } from './ssdp.ts';
import { elementIn, type PortService, portServicesIn, soapRequest } from './upnp-xml.ts';

// UPnP Internet Gateway Device, versions 1 and 2: the services WANIPConnection and WANPPPConnection.

const timeoutMs = 3_000;
const mostBytes = 64 * 1024;
/** Errors of AddPortMapping. */
const errors = { conflict: 718, samePortsOnly: 724, permanentOnly: 725 } as const;
/** How many numbers are tried where those before are taken: the gateway does not choose itself. */
const tries = 4;

/** Reads what a found device offers. @throws {GatewayFailure} if it opens no ports. */
export async function openUpnp({ address, location }: FoundDevice, localAddress: string): Promise<Gateway> {
  const { text } = await fetched(location, { method: 'GET' });
  const services = portServicesIn(text, location);
  const service = await connected(services);
  return {
    protocol: 'UPnP',
    address,
    localAddress,
    async open(request) {
      const external = await externalAddress(service);
      checkExternalAddress(external);
      return map(service, request, { localAddress, external });
    },
    async close({ transport, externalPort }) {
      await call(service, 'DeletePortMapping', {
        NewRemoteHost: '',
        NewExternalPort: externalPort,
        NewProtocol: transport.toUpperCase(),
      });
    },
  };
}

/** Some routers describe one connection for each kind of line, of which one has an address. */
async function connected(services: readonly PortService[]): Promise<PortService> {
  const [first] = services;
  if (first === undefined) throw new GatewayFailure('noAnswer', 'The device opens no ports.');
  if (services.length === 1) return first;
  for (const service of services) {
    const address = await externalAddress(service).catch(() => '0.0.0.0');
    if (address !== '' && address !== '0.0.0.0') return service;
  }
  return first;
}

async function externalAddress(service: PortService): Promise<string> {
  const answer = await call(service, 'GetExternalIPAddress', {});
  return elementIn(answer, 'NewExternalIPAddress') ?? '';
}

async function map(
  service: PortService,
  { transport, port, externalPort, lifetimeS }: PortRequest,
  { localAddress, external }: { readonly localAddress: string; readonly external: string },
): Promise<PortMapping> {
  let number = externalPort;
  let lease = lifetimeS;
  for (let attempt = 1; ; attempt++) {
    try {
      await call(service, 'AddPortMapping', {
        NewRemoteHost: '',
        NewExternalPort: number,
        NewProtocol: transport.toUpperCase(),
        NewInternalPort: port,
        NewInternalClient: localAddress,
        NewEnabled: 1,
        NewPortMappingDescription: 'Roomtone',
        NewLeaseDuration: lease,
      });
      const isLimited = lease > 0;
      return { transport, port, externalPort: number, address: external, lifetimeS: isLimited ? lease : undefined };
    } catch (problem) {
      const code = problem instanceof UpnpError ? problem.code : undefined;
      if (code === errors.permanentOnly && lease > 0) lease = 0;
      else if (code === errors.samePortsOnly && number !== port) number = port;
      else if (code === errors.conflict && attempt < tries) number = number < 65_535 ? number + 1 : 1_024;
      else throw problem;
    }
  }
}

class UpnpError extends GatewayFailure {
  readonly code: number;

  constructor(action: string, code: number) {
    super('refused', `UPnP refuses ${action} with error ${code}.`);
    this.code = code;
  }
}

async function call(
  { type, controlUrl }: PortService,
  action: string,
  values: Readonly<Record<string, string | number>>,
): Promise<string> {
  const { ok, text } = await fetched(controlUrl, {
    method: 'POST',
    headers: { 'content-type': 'text/xml; charset="utf-8"', soapaction: `"${type}#${action}"` },
    body: soapRequest(type, action, values),
  });
  if (!ok) throw new UpnpError(action, Number(elementIn(text, 'errorCode') ?? 0));
  return text;
}

/** Never follows a redirect, and reads no more than a description needs. */
async function fetched(url: string, init: RequestInit): Promise<{ readonly ok: boolean; readonly text: string }> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) throw new Error('The answer is too long.');
      chunks.push(chunk);
    }
    return { ok: response.ok, text: Buffer.concat(chunks).toString('utf8') };
  } catch (error) {
    throw new GatewayFailure('noAnswer', `UPnP: ${error instanceof Error ? error.message : error}`);
  }
}
