import type { AddPasskeyBody, PasskeyAnswer } from '@roomtone/sdk';
import type { Bridge } from '../../app/bridge.ts';

type JsonReader = (options: unknown) => PublicKeyCredentialCreationOptions & PublicKeyCredentialRequestOptions;

/**
 * True where passkeys work: in browsers that know them, at https or on this computer. The desktop app has no dialogs for them,
 * in none of its windows.
 */
export function hasPasskeys({ elsewhere }: Pick<Bridge, 'elsewhere'>): boolean {
  if (elsewhere !== undefined) return false;
  if (!window.isSecureContext || !/^https?:$/.test(location.protocol) || isAddress(location.hostname)) return false;
  return 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** Has the device make a passkey. Undefined if the user did not want to. @param options as the server gives them. */
export async function makePasskey(options: unknown): Promise<Omit<AddPasskeyBody, 'name'> | undefined> {
  const { parseCreationOptionsFromJSON: read } = PublicKeyCredential as unknown as Record<string, JsonReader>;
  const made = await asked(() => navigator.credentials.create({ publicKey: read?.(options) as never }));
  if (!(made?.response instanceof AuthenticatorAttestationResponse)) return undefined;
  const { clientDataJSON, attestationObject } = made.response;
  return {
    id: made.id,
    clientDataJson: base64Url(clientDataJSON),
    attestationObject: base64Url(attestationObject),
    transports: made.response.getTransports(),
  };
}

/** Has the user confirm a sign-in with a passkey. Undefined if the user did not want to. */
export async function askPasskey(options: unknown): Promise<PasskeyAnswer | undefined> {
  const { parseRequestOptionsFromJSON: read } = PublicKeyCredential as unknown as Record<string, JsonReader>;
  const given = await asked(() => navigator.credentials.get({ publicKey: read?.(options) as never }));
  if (!(given?.response instanceof AuthenticatorAssertionResponse)) return undefined;
  const { clientDataJSON, authenticatorData, signature } = given.response;
  return {
    id: given.id,
    clientDataJson: base64Url(clientDataJSON),
    authenticatorData: base64Url(authenticatorData),
    signature: base64Url(signature),
  };
}

/** Browsers tell as little as they can about why there is no passkey; mostly the user has cancelled. */
async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | undefined> {
  try {
    const credential = await ask();
    return credential instanceof PublicKeyCredential ? credential : undefined;
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

function base64Url(bytes: ArrayBuffer): string {
  const text = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function isAddress(hostname: string): boolean {
  return /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
}
