// Packets that strangers may send to the server's UDP port: they know no channel's user name or password.
import { createHmac } from 'node:crypto';

const magicCookie = 0x2112_a442;
const stun = { bindingRequest: 0x0001, userName: 0x0006, messageIntegrity: 0x0008 } as const;
const integrityBytes = 4 + 20;

/**
 * A STUN binding request (RFC 8489).
 * @param password its integrity is computed with it; without one, it has none.
 */
export function bindingRequest(userName: string, seed: number, password?: string): Uint8Array {
  const padded = Math.ceil(userName.length / 4) * 4;
  const plain = Buffer.alloc(20 + 4 + padded);
  plain.writeUInt16BE(stun.bindingRequest, 0);
  plain.writeUInt16BE(4 + padded + (password === undefined ? 0 : integrityBytes), 2);
  plain.writeUInt32BE(magicCookie, 4);
  plain.fill(seed % 256, 8, 20);
  plain.writeUInt16BE(stun.userName, 20);
  plain.writeUInt16BE(userName.length, 22);
  plain.write(userName, 24, 'latin1');
  if (password === undefined) return plain;
  const integrity = Buffer.alloc(4);
  integrity.writeUInt16BE(stun.messageIntegrity, 0);
  integrity.writeUInt16BE(20, 2);
  return Buffer.concat([plain, integrity, createHmac('sha1', password).update(plain).digest()]);
}

/** Bytes of any length up to 1,200. */
export function noise(seed: number): Uint8Array {
  return Uint8Array.from({ length: 1 + ((seed * 37) % 1_200) }, (_, index) => (seed * 31 + index * 17 + 7) % 256);
}

/** The first packet of a DTLS 1.2 handshake (RFC 6347), as a client sends it without a cookie. */
export function clientHello(seed: number): Uint8Array {
  const versions = { record: [0xfe, 0xff], hello: [0xfe, 0xfd] } as const;
  const random = Array.from({ length: 32 }, (_, index) => (seed * 13 + index * 29) % 256);
  const ciphers = [0xc0, 0x2b, 0xc0, 0x2f];
  const groups = [0x00, 0x0a, 0x00, 0x04, 0x00, 0x02, 0x00, 0x1d];
  const hello = [
    ...versions.hello,
    ...random,
    // Neither a session nor a cookie.
    ...[0, 0],
    ...[0, ciphers.length, ...ciphers],
    // No compression.
    ...[1, 0],
    ...[0, groups.length, ...groups],
  ];
  const length = [0, 0, hello.length];
  const message = [1, ...length, ...[0, 0], ...[0, 0, 0], ...length, ...hello];
  const sequence = [0, 0, 0, 0, (seed >> 8) % 256, seed % 256];
  return Uint8Array.from([22, ...versions.record, ...[0, 0], ...sequence, ...[0, message.length], ...message]);
}
