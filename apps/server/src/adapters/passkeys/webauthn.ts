import type { PasskeyOptions } from '@roomtone/protocol/rest';
import type { Passkeys } from '../../ports/passkeys.ts';

/** How long the browser may wait for the user. */
const timeoutMs = 120_000;

/** A password has been given already: the passkey proves possession, and need not ask for a PIN as well. */
const userVerification = 'preferred';

/** EdDSA, ES256 and RS256, in COSE's numbers: one of them is in every device. */
const algorithms = [-8, -7, -257] as const;

/** Checks passkeys by the library that knows WebAuthn, which is loaded with the first of them. */
export function createPasskeys(): Passkeys {
  const load = () => import('@simplewebauthn/server');
  return {
    async creation({ site, server, username, existing }) {
      const { generateRegistrationOptions } = await load();
      const options = await generateRegistrationOptions({
        rpName: server,
        rpID: site.host,
        userName: username,
        userDisplayName: username,
        timeout: timeoutMs,
        // The maker of the device does not matter here, and asking would tell more than is needed.
        attestationType: 'none',
        excludeCredentials: existing.map(({ passkeyId, transports }) => ({
          id: passkeyId,
          transports: [...transports],
        })),
        supportedAlgorithmIDs: [...algorithms],
        authenticatorSelection: { residentKey: 'preferred', userVerification },
      });
      return { challenge: options.challenge, options: { ...options } as PasskeyOptions };
    },

    async created(answer, { site, challenge }) {
      const { verifyRegistrationResponse } = await load();
      try {
        const { registrationInfo } = await verifyRegistrationResponse({
          response: {
            ...credential(answer.id),
            response: { clientDataJSON: answer.client_data_json, attestationObject: answer.attestation_object },
          },
          expectedChallenge: challenge,
          expectedOrigin: site.origin,
          expectedRPID: site.host,
          requireUserVerification: false,
          supportedAlgorithmIDs: [...algorithms],
        });
        if (registrationInfo === undefined) return undefined;
        const { id, publicKey, counter } = registrationInfo.credential;
        return {
          passkeyId: id,
          publicKey: Buffer.from(publicKey).toString('base64url'),
          counter,
          transports: answer.transports ?? [],
        };
      } catch {
        // It throws for whatever does not fit, with texts for programmers.
        return undefined;
      }
    },

    async signIn({ site, passkeys }) {
      const { generateAuthenticationOptions } = await load();
      const options = await generateAuthenticationOptions({
        rpID: site.host,
        timeout: timeoutMs,
        allowCredentials: passkeys.map(({ passkeyId, transports }) => ({ id: passkeyId, transports: [...transports] })),
        userVerification,
      });
      return { challenge: options.challenge, options: { ...options } as PasskeyOptions };
    },

    async signedIn(answer, { site, challenge, passkey }) {
      const { verifyAuthenticationResponse } = await load();
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: {
            ...credential(answer.id),
            response: {
              clientDataJSON: answer.client_data_json,
              authenticatorData: answer.authenticator_data,
              signature: answer.signature,
            },
          },
          expectedChallenge: challenge,
          expectedOrigin: site.origin,
          expectedRPID: site.host,
          credential: {
            id: passkey.passkeyId,
            publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
            counter: passkey.counter,
          },
          requireUserVerification: false,
        });
        return verified ? authenticationInfo.newCounter : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

function credential(id: string) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
}
