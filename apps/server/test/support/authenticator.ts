import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

interface Asked {
  readonly challenge: string;
  readonly origin: string;
}

/** A passkey of a device, without the device: ES256, no attestation. */
export function createAuthenticator(host: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  const dataWith = (flags: number, attested = Buffer.alloc(0)) => {
    counter++;
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(host).digest(), head, attested]);
  };
  const clientData = (type: string, { challenge, origin }: Asked) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  return {
    id: id.toString('base64url'),
    create(asked: Asked) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
      const cose = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32]),
        Buffer.from(x, 'base64url'),
        Buffer.from([0x22, 0x58, 32]),
        Buffer.from(y, 'base64url'),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.byteLength]), id, cose]);
      // Present, verified, with a new credential.
      const data = dataWith(0x45, attested);
      const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
      // CBOR: {fmt: "none", attStmt: {}, authData: bytes}
      const attestation = Buffer.concat([
        ...[Buffer.from([0xa3]), text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData')],
        Buffer.from([0x58, data.byteLength]),
        data,
      ]);
      return {
        id: id.toString('base64url'),
        client_data_json: clientData('webauthn.create', asked).toString('base64url'),
        attestation_object: attestation.toString('base64url'),
        transports: ['internal'],
      };
    },
    answer(asked: Asked) {
      const [client, data] = [clientData('webauthn.get', asked), dataWith(0x05)];
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        id: id.toString('base64url'),
        client_data_json: client.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      };
    },
  };
}
