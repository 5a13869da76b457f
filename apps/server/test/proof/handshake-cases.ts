/** A valid or invalid WebSocket handshake, and the status it gets. */
export interface HandshakeCase {
  readonly name: string;
  /** These override the usual ones; undefined removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly method?: string;
  readonly version?: 'HTTP/1.0' | 'HTTP/1.1';
  readonly ticket?: string;
  /** 101 if it is accepted. */
  readonly expected: number;
}

const key = 'Sec-WebSocket-Key';
const version = 'Sec-WebSocket-Version';
const protocol = 'Sec-WebSocket-Protocol';
const extensions = 'Sec-WebSocket-Extensions';

export const handshakeCases: readonly HandshakeCase[] = [
  { name: 'a valid handshake', expected: 101 },
  {
    name: 'keywords in upper case',
    headers: { Upgrade: 'WebSocket', Connection: 'keep-alive, UPGRADE' },
    expected: 101,
  },
  { name: 'an offer to compress', headers: { [extensions]: 'permessage-deflate' }, expected: 101 },
  { name: 'no version', headers: { [version]: undefined }, expected: 400 },
  { name: 'version 12', headers: { [version]: '12' }, expected: 400 },
  { name: 'version 14', headers: { [version]: '14' }, expected: 400 },
  { name: 'a version that is not a number', headers: { [version]: 'thirteen' }, expected: 400 },
  { name: 'no key', headers: { [key]: undefined }, expected: 400 },
  { name: 'an empty key', headers: { [key]: '' }, expected: 400 },
  { name: 'a key that is too short', headers: { [key]: 'c2hvcnQ=' }, expected: 400 },
  { name: 'a key that is too long', headers: { [key]: `${'A'.repeat(30)}==` }, expected: 400 },
  { name: 'a key that is not base64', headers: { [key]: '!'.repeat(24) }, expected: 400 },
  { name: 'no Upgrade header', headers: { Upgrade: undefined }, expected: 400 },
  { name: 'an upgrade to h2c', headers: { Upgrade: 'h2c' }, expected: 400 },
  { name: 'no Connection header', headers: { Connection: undefined }, expected: 400 },
  { name: 'a Connection header without Upgrade', headers: { Connection: 'keep-alive' }, expected: 400 },
  { name: 'a protocol that is not a token', headers: { [protocol]: 'a b,' }, expected: 400 },
  { name: 'the method POST', method: 'POST', expected: 404 },
  { name: 'the method HEAD', method: 'HEAD', expected: 404 },
  { name: 'HTTP/1.0', version: 'HTTP/1.0', expected: 400 },
  { name: 'no Host', headers: { Host: undefined }, expected: 400 },
  { name: 'the Host of another server', headers: { Host: 'evil.example' }, expected: 400 },
  { name: 'a foreign Origin', headers: { Origin: 'https://evil.example' }, expected: 403 },
  { name: 'an invalid ticket', ticket: 'none', expected: 401 },
  { name: 'another version of the API', headers: { 'API-Version': 'v2' }, expected: 400 },
];
