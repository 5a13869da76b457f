import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

const headerBytes = 20;
/** More is no question for an address. */
const mostBytes = 548;
const type = { question: 0x0001, answer: 0x0101, xorMappedAddress: 0x0020 } as const;
const cookie = 0x2112_a442;

/** True for a Binding request of STUN (RFC 8489), whatever attributes follow its head. */
export function isStunQuestion(bytes: Buffer): boolean {
  if (bytes.length < headerBytes || bytes.length > mostBytes) return false;
  const isWhole = bytes.readUInt16BE(2) === bytes.length - headerBytes && bytes.length % 4 === 0;
  return isWhole && bytes.readUInt16BE(0) === type.question && bytes.readUInt32BE(4) === cookie;
}

/** Makes the shortest answer that there is to a question: the address that it came from. */
export function stunAnswer(question: Buffer, address: string, port: number): Buffer {
  const parts = Buffer.from(ipaddr.parse(address).toByteArray());
  const answer = Buffer.alloc(headerBytes + 8 + parts.length);
  answer.writeUInt16BE(type.answer, 0);
  answer.writeUInt16BE(8 + parts.length, 2);
  question.copy(answer, 4, 4, headerBytes);
  answer.writeUInt16BE(type.xorMappedAddress, headerBytes);
  answer.writeUInt16BE(4 + parts.length, headerBytes + 2);
  answer.writeUInt16BE(isIPv4(address) ? 1 : 2, headerBytes + 4);
  answer.writeUInt16BE(port ^ (cookie >>> 16), headerBytes + 6);
  // Hidden by cookie and transaction, since some routers change addresses that they find in packets.
  for (const [index, part] of parts.entries()) answer[headerBytes + 8 + index] = part ^ (question[4 + index] ?? 0);
  return answer;
}
