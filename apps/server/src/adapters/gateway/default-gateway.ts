import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { isIPv4, isIPv6 } from 'node:net';
import { promisify } from 'node:util';

const run = promisify(execFile);
const timeoutMs = 2_000;
/** By its whole path: a program of that name in the working directory is not meant. */
const windowsRoute = 'C:\\Windows\\System32\\route.exe';

/** The IPv4 address of this network's router, as the system's routes have it; undefined without one. */
export async function defaultGateway(platform: NodeJS.Platform): Promise<string | undefined> {
  try {
    switch (platform) {
      case 'linux':
        return gatewayInProcNetRoute(await readFile('/proc/net/route', 'utf8'));
      case 'win32':
        return gatewayInRoutePrint(
          (await run(windowsRoute, ['print', '-4', '0.0.0.0'], { timeout: timeoutMs })).stdout,
        );
      default:
        return gatewayInRouteGet((await run('/sbin/route', ['-n', 'get', 'default'], { timeout: timeoutMs })).stdout);
    }
  } catch {
    // Without an answer from the system, a gateway may still be found by UPnP.
    return undefined;
  }
}

/** The same for IPv6, mostly a link-local address with its scope. */
export async function defaultIpv6Gateway(platform: NodeJS.Platform): Promise<string | undefined> {
  try {
    switch (platform) {
      case 'linux':
        return gatewayInIpv6Routes(await readFile('/proc/net/ipv6_route', 'utf8'));
      case 'win32':
        return gatewayInIpv6RoutePrint((await run(windowsRoute, ['print', '-6'], { timeout: timeoutMs })).stdout);
      default: {
        const args = ['-n', 'get', '-inet6', 'default'];
        return ipv6GatewayInRouteGet((await run('/sbin/route', args, { timeout: timeoutMs })).stdout);
      }
    }
  } catch {
    return undefined;
  }
}

/** Linux: destination, length, source, length, next hop, metric, references, uses, flags, interface. */
export function gatewayInIpv6Routes(text: string): string | undefined {
  const none = '0'.repeat(32);
  const routes = text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([to, length, , , hop]) => to === none && length === '00' && hop !== undefined && hop !== none)
    .sort(([, , , , , one = ''], [, , , , , other = '']) => Number.parseInt(one, 16) - Number.parseInt(other, 16));
  const [, , , , hop, , , , , device] = routes[0] ?? [];
  const address = hop?.replace(/(.{4})(?!$)/g, '$1:');
  return address === undefined ? undefined : scoped(address, device);
}

/** The same in every language of Windows: interface, metric, destination, gateway. */
export function gatewayInIpv6RoutePrint(text: string): string | undefined {
  const routes = text
    .split(/\r?\n/)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , to, gateway = '']) => to === '::/0' && isIPv6(gateway))
    .sort(([, one], [, other]) => Number(one) - Number(other));
  const [device, , , gateway] = routes[0] ?? [];
  return gateway === undefined ? undefined : scoped(gateway, device);
}

/** macOS. */
export function ipv6GatewayInRouteGet(text: string): string | undefined {
  const address = /^\s*gateway: (\S+)$/m.exec(text)?.[1] ?? '';
  return isIPv6(address) ? address : undefined;
}

function scoped(address: string, device: string | undefined): string {
  return /^fe[89ab]/i.test(address) && device !== undefined ? `${address}%${device}` : address;
}

/** Of several default routes the one with the lowest metric. */
export function gatewayInProcNetRoute(text: string): string | undefined {
  const [, ...lines] = text.split('\n');
  const routes = lines
    .map((line) => line.split('\t'))
    .filter(([, destination, gateway, , , , , mask]) => destination === zero && mask === zero && gateway !== zero)
    .sort(([, , , , , , one], [, , , , , , other]) => Number(one) - Number(other));
  const hex = routes[0]?.[2];
  // Bytes in the machine's order; all machines that Node runs Roomtone on are little-endian.
  return hex === undefined ? undefined : [...Buffer.from(hex, 'hex')].reverse().join('.');
}

/** The same in every language of Windows: destination, mask, gateway, interface, metric. */
export function gatewayInRoutePrint(text: string): string | undefined {
  const routes = text
    .split(/\r?\n/)
    .map((line) => line.trim().split(/\s+/))
    .filter(([destination, mask, gateway = '']) => destination === any && mask === any && isIPv4(gateway))
    .sort(([, , , , one], [, , , , other]) => Number(one) - Number(other));
  return routes[0]?.[2];
}

/** macOS. */
export function gatewayInRouteGet(text: string): string | undefined {
  const address = /^\s*gateway: (\S+)$/m.exec(text)?.[1] ?? '';
  return isIPv4(address) ? address : undefined;
}

const zero = '00000000';
const any = '0.0.0.0';
