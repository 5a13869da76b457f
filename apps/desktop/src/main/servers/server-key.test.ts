import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSelfSignedCertificate } from '../../../../server/src/adapters/tls/self-signed-certificate.ts';
import { certificateAnswer, fingerprintOf, keyOfServer } from './server-key.ts';

let key: KeyObject;
let certificate: string;
let renewed: string;
let foreign: string;
let fingerprint: string;
const listening: Server[] = [];

beforeAll(async () => {
  const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  key = newKey();
  certificate = await createSelfSignedCertificate(key, ['studio.local'], Date.now());
  renewed = await createSelfSignedCertificate(key, ['another.name'], 0);
  foreign = await createSelfSignedCertificate(newKey(), ['studio.local'], Date.now());
  fingerprint = fingerprintOf(new X509Certificate(certificate));
});
afterEach(() => {
  for (const server of listening.splice(0)) server.close();
});

async function listen(server: Server): Promise<number> {
  listening.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('decision 015: the key identifies a server with TLS', () => {
  it('only that key gets a connection, and nothing else in the certificate counts', () => {
    expect(certificateAnswer(certificate, fingerprint)).toBe(0);
    expect(certificateAnswer(renewed, fingerprint)).toBe(0);
    expect(certificateAnswer(foreign, fingerprint)).toBe(-2);
    expect(certificateAnswer('no certificate', fingerprint)).toBe(-2);
    expect(certificateAnswer(certificate, null)).toBe(-2);
  });

  it('the handshake reveals the key before any request is sent', async () => {
    let received = 0;
    const server = createTlsServer(
      { cert: certificate, key: key.export({ type: 'pkcs8', format: 'pem' }) },
      (socket) => {
        socket.on('error', () => {});
        socket.on('data', ({ length }) => {
          received += length;
        });
      },
    );
    const port = await listen(server);
    expect(await keyOfServer(new URL(`https://127.0.0.1:${port}`))).toEqual({ kind: 'key', fingerprint });
    await new Promise((resolve) => server.close(resolve));
    expect(received).toBe(0);
  });

  it('a server that speaks plain http, sends nothing or is not there has no key', async () => {
    const plain = await listen(createHttpServer());
    expect(await keyOfServer(new URL(`https://127.0.0.1:${plain}`))).toEqual({ kind: 'plain' });
    const mute = await listen(createTcpServer((socket) => socket.end()));
    expect(await keyOfServer(new URL(`https://127.0.0.1:${mute}`))).toEqual({ kind: 'none' });
    listening.splice(1, 1)[0]?.close();
    expect(await keyOfServer(new URL(`https://127.0.0.1:${mute}`))).toEqual({ kind: 'none' });
  });
});
