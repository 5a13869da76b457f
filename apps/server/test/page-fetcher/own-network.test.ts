import { expect, test } from 'vitest';
import { isOnOwnNetwork } from '../../src/adapters/page-fetcher/public-address.ts';
import {
  createInternet,
  createTestFetcher,
  otherPublicAddress,
  outcome,
  publicAddress,
  serve,
  serveHtml,
} from './network.ts';

const eth0 = (cidr: string) => [
  { address: cidr.split('/')[0] ?? '', netmask: '', family: 'IPv4', mac: '', internal: false, cidr } as const,
];

test.each([
  ['93.184.215.14/24', '93.184.215.14', true],
  ['93.184.215.14/24', '93.184.215.200', true],
  ['93.184.215.14/24', '93.184.216.14', false],
  ['93.184.215.14/24', '::ffff:93.184.215.200', true],
  ['2606:2800:21f:cb07::1/64', otherPublicAddress, true],
  ['2606:2800:21f:cb08::1/64', otherPublicAddress, false],
  ['93.184.215.14/24', otherPublicAddress, false],
  ['93.184.215.14/24', 'example.org', false],
])('S20.12: with %s, %s being in a network of the machine is %s', (cidr, address, isOwn) => {
  expect(isOnOwnNetwork(address, { eth0: eth0(cidr) })).toBe(isOwn);
});

test('S20.12: neither the address of a neighbour nor a name that leads to it is read, not even after a redirect', async () => {
  const internet = createInternet();
  internet.names('neighbour.example', [publicAddress]);
  internet.names('far.example', [otherPublicAddress]);
  const router = await serveHtml('<title>Router</title>');
  internet.puts(publicAddress, 80, router);
  const far = await serve((_request, response) =>
    response.writeHead(302, { location: `http://${publicAddress}/` }).end(),
  );
  internet.puts(otherPublicAddress, 80, far);
  const { fetch } = createTestFetcher({ ...internet, isOwn: (address) => address === publicAddress });
  for (const url of ['http://neighbour.example/', `http://${publicAddress}/`, 'http://far.example/']) {
    expect(await outcome(fetch(url))).toBe('400 url');
  }
  expect(far.requests).toHaveLength(1);
  expect(router.requests).toEqual([]);
});
