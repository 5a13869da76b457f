import { expect, test } from 'vitest';
import { locationIn } from './ssdp.ts';
import { elementIn, portServicesIn, soapRequest } from './upnp-xml.ts';

const answer = (headers: Readonly<Record<string, string>>) =>
  ['HTTP/1.1 200 OK', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');

test('S26.9: a router is read at the address that it answers from, and nowhere else', () => {
  const st = 'urn:schemas-upnp-org:device:InternetGatewayDevice:1';
  const at = (location: string, more = {}) =>
    locationIn(answer({ ST: st, LOCATION: location, ...more }), '192.168.1.1');
  expect(at('http://192.168.1.1:49152/rootDesc.xml')).toBe('http://192.168.1.1:49152/rootDesc.xml');
  for (const elsewhere of [
    'http://192.168.1.2/',
    'http://127.0.0.1:7420/',
    'https://192.168.1.1/',
    'file:///etc/passwd',
    '',
  ]) {
    expect(at(elsewhere)).toBeUndefined();
  }
  expect(at('http://192.168.1.1/', { ST: 'urn:schemas-upnp-org:device:MediaServer:1' })).toBeUndefined();
  expect(locationIn('NOTIFY * HTTP/1.1\r\n\r\n', '192.168.1.1')).toBeUndefined();
});

test('S26.9: a description offers the services that open ports, at its own address only', () => {
  const service = (type: string, control: string) =>
    `<service><serviceType>urn:schemas-upnp-org:service:${type}</serviceType><controlURL>${control}</controlURL></service>`;
  const description = [
    '<root><device><serviceList>',
    service('WANCommonInterfaceConfig:1', '/common'),
    service('WANPPPConnection:1', '/ppp?a=1&amp;b=2'),
    service('WANIPConnection:2', 'http://192.168.1.9/ip'),
    service('WANIPConnection:1', 'ip'),
    '</serviceList></device></root>',
  ].join('\n');
  expect(portServicesIn(description, 'http://192.168.1.1:5000/igd/desc.xml')).toEqual([
    { type: 'urn:schemas-upnp-org:service:WANPPPConnection:1', controlUrl: 'http://192.168.1.1:5000/ppp?a=1&b=2' },
    { type: 'urn:schemas-upnp-org:service:WANIPConnection:1', controlUrl: 'http://192.168.1.1:5000/igd/ip' },
  ]);
  expect(portServicesIn('<html>', 'http://192.168.1.1/')).toEqual([]);
});

test('S26.9: elements are read whatever their prefix, and what is written is escaped', () => {
  expect(
    elementIn('<u:X><NewExternalIPAddress a="1"> 45.90.10.1 </NewExternalIPAddress>', 'NewExternalIPAddress'),
  ).toBe('45.90.10.1');
  expect(elementIn('<e:errorCode>718</e:errorCode>', 'errorCode')).toBe('718');
  expect(elementIn('<a></a>', 'errorCode')).toBeUndefined();
  expect(soapRequest('urn:x', 'Act', { Name: 'a<b>&"c"' })).toContain('<Name>a&#60;b&#62;&#38;&#34;c&#34;</Name>');
});

test('S29.13: for IPv6 a device is read in this network only, which it answers from by a link-local address', () => {
  const st = 'urn:schemas-upnp-org:device:InternetGatewayDevice:2';
  const at = (location: string) => locationIn(answer({ ST: st, LOCATION: location }), '2a0a:e000:7420::10');
  expect(at('http://[2a0a:e000:7420::1]:5000/rootDesc.xml')).toBe('http://[2a0a:e000:7420::1]:5000/rootDesc.xml');
  for (const elsewhere of ['http://[2a0a:e000:7421::1]/', 'http://[::1]:7420/', 'http://192.168.1.1/']) {
    expect(at(elsewhere)).toBeUndefined();
  }
});

test('S26.9: a description is read in linear time, and only its first 32 services', () => {
  const size = 4 * 1024 * 1024;
  const fill = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length));
  const service =
    '<service><serviceType>urn:schemas-upnp-org:service:WANIPConnection:1</serviceType><controlURL>/ip</controlURL></service>';
  for (const hostile of [
    fill('<service></service>', size / 3) + fill('<URLBase ', size / 3),
    fill('<service>', size),
    fill('</service><service>', size),
    fill('<a:', size),
    fill('<URLBase\t', size),
    fill('<URLBase>', size),
    `<${fill('a.', size)}`,
    fill('<service><serviceType ', size),
    `<service>${fill('<controlURL ', size)}</service>`,
    fill('&amp;', size),
  ]) {
    expect(portServicesIn(hostile, 'http://192.168.1.1/')).toEqual([]);
  }
  expect(portServicesIn(fill(service, size), 'http://192.168.1.1/')).toHaveLength(32);
});
