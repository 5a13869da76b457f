import { createSecretKey } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { decodeClientFrame } from '@roomtone/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { checkedUrl, reasonIn } from '../../src/adapters/acme/acme-session.ts';
import { issuedCertificate } from '../../src/adapters/acme/issued-certificate.ts';
import { readArchive } from '../../src/adapters/backup/read-archive.ts';
import { portMappingPort } from '../../src/adapters/gateway/nat-pmp.ts';
import { findPcp } from '../../src/adapters/gateway/pcp.ts';
import { locationIn } from '../../src/adapters/gateway/ssdp.ts';
import { createSmtpSender } from '../../src/adapters/smtp/smtp-sender.ts';
import { createAccessTokens } from '../../src/adapters/tokens/access-tokens.ts';
import { decryptJwe } from '../../src/adapters/tokens/jwe.ts';
import { deriveKeys } from '../../src/adapters/tokens/keys.ts';

// Pages, routers' descriptions and multicast DNS have such tests beside their own.

const size = 1024 * 1024;
/** Of this thread, whatever else the machine does. Work that grows with the square of the size takes minutes. */
const mostCpuMs = 2_000;

const fill = (text: string, bytes = size) => text.repeat(Math.floor(bytes / text.length));

/** Reads hostile input; what it makes of it does not matter here, only how much of the thread that takes. */
async function expectLittleWork(read: () => unknown): Promise<void> {
  const before = process.threadCpuUsage();
  await Promise.resolve()
    .then(read)
    .catch(() => undefined);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(mostCpuMs);
}

test('S12.4: access tokens and tickets take little time, whatever they are', async () => {
  const keys = deriveKeys(new Uint8Array(32));
  const tokens = createAccessTokens(keys.accessTokens, { nowMs: Date.now });
  const ticketKey = createSecretKey(keys.tickets);
  const header = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url');
  const { kid } = keys.accessTokens.current();
  const signed = header({ alg: 'HS256', typ: 'at+jwt', kid });
  for (const hostile of [
    fill('.'),
    fill('A'),
    fill('a..'),
    `${fill('a', size)}..`,
    `${signed}.${fill('e30')}.`,
    `${signed}.${fill('=')}.${fill('-')}`,
    `${header({ alg: 'HS256', typ: 'at+jwt', kid: fill('k') })}.e30.e30`,
    `${Buffer.from(fill('{"a":')).toString('base64url')}.e30.e30`,
    `${Buffer.from(fill('[')).toString('base64url')}.e30.e30`,
    `${header({ alg: 'HS256', crit: fill('b64,').split(','), kid })}.e30.e30`,
  ]) {
    await expectLittleWork(async () => expect(await tokens.verify(hostile)).toBeUndefined());
    await expectLittleWork(() => expect(decryptJwe(hostile, ticketKey)).toBeUndefined());
  }
});

test('S28.12: what an authority answers takes little time, whatever it is', async () => {
  for (const hostile of [
    fill('a'),
    fill(' '),
    fill('\u0007'),
    fill('\u202e'),
    fill('\n\r'),
    fill('\ud800'),
    fill('a\u0301'),
  ]) {
    await expectLittleWork(() => expect(reasonIn({ detail: hostile, type: hostile }).length).toBeLessThan(1_000));
  }
  for (const hostile of ['https://', 'https://a.', 'https://a/', 'https://a/../', 'https://[', 'https://%61']) {
    await expectLittleWork(() => checkedUrl(hostile + fill(hostile.slice(-2))));
  }
  const certificate = '-----BEGIN CERTIFICATE-----\n';
  for (const hostile of [
    fill(certificate),
    fill('-'),
    certificate + fill('A'),
    certificate + fill('MII\n'),
    fill('-----END '),
  ]) {
    await expectLittleWork(() => {
      expect(issuedCertificate(hostile, { name: 'music.example.org', key: hostile })).toBeUndefined();
    });
  }
});

test('S26.9: what devices answer to a search takes little time, whatever it is', async () => {
  for (const hostile of [
    fill('\r\n'),
    fill('st:\r\n'),
    fill(' '),
    `ST:${fill(' ')}`,
    `LOCATION: http://${fill('a.')}`,
    fill(':'),
  ]) {
    await expectLittleWork(() => expect(locationIn(`HTTP/1.1 200 OK\r\n${hostile}`, '192.168.1.1')).toBeUndefined());
    await expectLittleWork(() => expect(locationIn(hostile, 'fe80::1')).toBeUndefined());
  }
});

test.skipIf(process.platform !== 'linux')(
  'S26.9: a gateway that sends all kinds of packets is heard, and they take little time',
  async () => {
    // An address that only this test uses.
    const address = '127.0.83.26';
    const gateway = createSocket('udp4');
    onTestFinished(() => void gateway.close());
    gateway.bind(portMappingPort, address);
    await once(gateway, 'listening');
    gateway.on('message', (_request, { address: from, port }) => {
      for (let length = 0; length < 80; length++) {
        gateway.send(Buffer.alloc(length, length % 3 === 0 ? 0xff : length), port, from);
        gateway.send(Buffer.concat([Buffer.from([2, 129]), Buffer.alloc(length, 0xff)]), port, from);
      }
      gateway.send(Buffer.concat([Buffer.from([2, 128]), Buffer.alloc(60)]), port, from);
    });
    await expectLittleWork(async () => {
      expect(await findPcp(address, new Uint8Array(32))).toMatchObject({ protocol: 'PCP', address });
    });
  },
);

test.each([
  ['a greeting without end', fill('220 hello ', 65_536)],
  ['lines without end', fill('220-hello\r\n', 65_536)],
  ['white space', fill(' \t', 65_536)],
  ['empty lines', fill('\r\n', 65_536)],
])('S24.9: a mail server that sends %s takes little time', async (_what, chunk) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    let left = (16 * size) / chunk.length;
    const write = () => {
      while (left-- > 0 && socket.write(chunk));
      if (left <= 0) socket.destroy();
    };
    socket.on('drain', write);
    write();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const sender = createSmtpSender({ url: `smtp://127.0.0.1:${port}`, from: 'a@example.org', timeoutMs: 5_000 });
  const mail = { to: 'b@example.org', subject: 'Hello', text: 'Hello.' };
  await expectLittleWork(() => expect(sender.send(mail)).rejects.toThrow());
  sender.close();
});

test('S4.14: an archive of headers takes little time, whatever they say', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'roomtone-test-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const block = (type: string, bytes: number) => {
    const head = Buffer.alloc(512);
    head.write('name', 0);
    head.write(`${bytes.toString(8).padStart(11, '0')} `, 124);
    head.write('        ', 148);
    head.write(type, 156);
    head.write('ustar\u000000', 257);
    head.write(
      `${head
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
    );
    return head;
  };
  const contents = ['6 a=b\n', '1', '99999999 a=', '0 =\n', '\0', '9 path=x\n', '\n'].map((text) =>
    fill(text, size - 2_048),
  );
  const headersOnly = Buffer.concat(new Array<Buffer>(2_000).fill(block('x', 0)));
  const archives = [
    headersOnly,
    ...['x', 'g', 'L', 'K'].flatMap((type) =>
      contents.map((text) => Buffer.concat([block(type, text.length), Buffer.from(text)])),
    ),
  ];
  for (const [index, bytes] of archives.entries()) {
    const archive = join(folder, `${index}.tar.gz`);
    writeFileSync(archive, gzipSync(bytes));
    await expectLittleWork(() => readArchive(archive, folder, new AbortController().signal));
  }
});

test('a frame takes little time, whatever is in it', async () => {
  const type = 5;
  const frame = (field: number, body: Buffer) =>
    Buffer.concat([
      Buffer.from([
        8,
        type,
        (field << 3) | 2,
        (body.length & 0x7f) | 0x80,
        ((body.length >> 7) & 0x7f) | 0x80,
        body.length >> 14,
      ]),
      body,
    ]);
  for (const filling of [
    [0x10, 0x01],
    [0x12, 0x00],
    [0x1a, 0x00],
    [0x0b],
    [0x0c],
    [0xff],
    [0x12, 0x02, 0x80, 0x00],
    [0x0d, 0, 0, 0, 0],
  ]) {
    const body = Buffer.from(new Array(Math.floor(65_000 / filling.length)).fill(filling).flat());
    for (const field of [5, 7, 12]) {
      await expectLittleWork(() => {
        for (let again = 0; again < 10; again++) {
          try {
            decodeClientFrame(frame(field, body));
          } catch {
            // Refused.
          }
        }
      });
    }
  }
});
