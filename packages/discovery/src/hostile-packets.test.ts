import dnsPacket from 'dns-packet';
import { expect, test } from 'vitest';

/** Of this thread, whatever else the machine does. */
const mostCpuMs = 2_000;
const packetBytes = 65_507;

/** A packet that announces as many answers as there can be, followed by these bytes again and again. */
function packetOf(bytes: readonly number[]): Buffer {
  const packet = Buffer.alloc(packetBytes);
  packet.set([0, 0, 0x84, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
  for (let at = 12; at + bytes.length <= packetBytes; at += bytes.length) packet.set(bytes, at);
  return packet;
}

/** Names that lead to each other, the longest way round. */
function pointers(): Buffer {
  const packet = packetOf([0]);
  for (let at = 12; at + 2 <= packetBytes; at += 2)
    packet.writeUInt16BE(0xc000 | Math.min(0x3fff, Math.max(12, at - 2)), at);
  return packet;
}

test('a packet of multicast DNS takes little time, whatever is in it', () => {
  const packets = [
    ...[
      [0],
      [0xc0, 12],
      [0xc0, 0xff],
      [1, 97],
      [63],
      [255],
      [1, 97, 0, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0],
      [0, 0, 12, 0, 1, 0, 0, 0, 0, 0, 2, 0xc0, 12],
    ].map(packetOf),
    pointers(),
  ];
  for (const packet of packets) {
    const before = process.threadCpuUsage();
    try {
      expect(dnsPacket.decode(packet)).toBeDefined();
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
    }
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(mostCpuMs);
  }
});
