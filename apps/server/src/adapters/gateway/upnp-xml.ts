// The few elements that are needed of a gateway's XML. There is no parser here that a device could lead astray by entities or depth.

/** A service of a gateway that opens ports. */
export interface PortService {
  readonly type: string;
  /** Absolute, at the description's own address. */
  readonly controlUrl: string;
}

const portServices = /^urn:schemas-upnp-org:service:WAN(IP|PPP)Connection:[12]$/;
/** The one that lets IPv6 through. */
export const pinholeServices = /^urn:schemas-upnp-org:service:WANIPv6FirewallControl:1$/;
/** More than any gateway describes (S26.9). */
const maxServices = 32;

/**
 * The services in a description that open ports, in its order, of its first 32 services. Reads each byte a bounded number of
 * times, as anybody in the network can answer for a gateway. @param types tells them from others.
 */
export function portServicesIn(description: string, location: string, types = portServices): PortService[] {
  const base = elementIn(description, 'URLBase') || location;
  const host = new URL(location).hostname;
  return servicesIn(description).flatMap((service) => {
    const type = elementIn(service, 'serviceType') ?? '';
    const control = URL.parse(elementIn(service, 'controlURL') ?? '', base);
    // What a device describes is at the device.
    const isThere = control?.protocol === 'http:' && control.hostname === host;
    return types.test(type) && isThere ? [{ type, controlUrl: control.href }] : [];
  });
}

function servicesIn(description: string): string[] {
  const [start, end] = ['<service>', '</service>'];
  const lower = asciiLowerCase(description);
  const services: string[] = [];
  for (let from = 0; services.length < maxServices; ) {
    const first = lower.indexOf(start, from);
    const last = first === -1 ? -1 : lower.indexOf(end, first);
    if (last === -1) break;
    services.push(description.slice(first + start.length, last));
    from = last + end.length;
  }
  return services;
}

/** The text of the first element of this name, whatever its namespace prefix. */
export function elementIn(xml: string, name: string): string | undefined {
  const wanted = name.toLowerCase();
  for (let from = xml.indexOf('<'); from !== -1; from = xml.indexOf('<', from + 1)) {
    const tag = tagAt(xml, from);
    if (tag !== wanted) continue;
    const close = xml.indexOf('>', from);
    const next = xml.indexOf('<', from + 1);
    // A tag without an end, and then all that follow, have no text.
    if (close === -1 || next === -1) return undefined;
    if (close < next) return decoded(xml.slice(close + 1, next).trim());
  }
  return undefined;
}

/** More than any name here has, with its prefix. */
const maxTagLength = 100;

/** The name of the tag that begins here, without its prefix and in lower case. */
function tagAt(xml: string, start: number): string | undefined {
  const name = /^<(?:[\w.-]+:)?([\w.-]+)(?=[\s>])/.exec(xml.slice(start, start + maxTagLength));
  return name?.[1]?.toLowerCase();
}

/** Keeps every place where it is, which `toLowerCase` does not: some letters get longer. */
function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A SOAP 1.1 request; the names and values are this program's own. */
export function soapRequest(type: string, action: string, values: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(values).map(([name, value]) => `<${name}>${encoded(String(value))}</${name}>`);
  return [
    '<?xml version="1.0"?>',
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">',
    `<s:Body><u:${action} xmlns:u="${type}">${written.join('')}</u:${action}></s:Body>`,
    '</s:Envelope>',
  ].join('\r\n');
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function decoded(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_whole, name: string) => entities[name] ?? '');
}

function encoded(text: string): string {
  return text.replace(/[<>"'&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
