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

/** The services in a description that open ports, in its order. @param types tells them from others. */
export function portServicesIn(description: string, location: string, types = portServices): PortService[] {
  return [...description.matchAll(/<service>([\s\S]*?)<\/service>/gi)].flatMap(([, service = '']) => {
    const type = elementIn(service, 'serviceType') ?? '';
    const control = URL.parse(elementIn(service, 'controlURL') ?? '', elementIn(description, 'URLBase') || location);
    // What a device describes is at the device.
    const isThere = control?.protocol === 'http:' && control.hostname === new URL(location).hostname;
    return types.test(type) && isThere ? [{ type, controlUrl: control.href }] : [];
  });
}

/** The text of the first element of this name, whatever its namespace prefix. */
export function elementIn(xml: string, name: string): string | undefined {
  const text = new RegExp(`<(?:[\\w.-]+:)?${name}(?:\\s[^>]*)?>([^<]*)<`, 'i').exec(xml)?.[1];
  return text === undefined ? undefined : decoded(text.trim());
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
