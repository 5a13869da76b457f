import type { CallOptions } from '../call-options.ts';
import type {
  AddPasskeyBody,
  PasskeyOptionsView,
  RecoveryCodesView,
  SecondFactorView,
  TotpSetupView,
} from '../views.ts';
import { inPath, type Send } from './send.ts';

const base = '/api/users/profile/second-factor';

/**
 * The second factors of the signed-in user. Calls that take the password reject with a VALIDATION_ERROR on `password`
 * if it is wrong.
 * @param client a RoomtoneClient.
 */
export function secondFactorCalls({ call: send }: { readonly call: Send }) {
  return {
    status: (options?: CallOptions): Promise<SecondFactorView> => send({ method: 'GET', path: base }, options),
    /** Makes a secret for an authenticator app, which counts once `confirmTotp` has got a code of the app. */
    beginTotp: (password: string, options?: CallOptions): Promise<TotpSetupView> =>
      send({ method: 'POST', path: `${base}/totp`, body: { password } }, options),
    /**
     * From now on signing in asks for a code. Resolves with recovery codes, to be shown once; empty if the account has some
     * already. A wrong code is a VALIDATION_ERROR on `code`.
     */
    confirmTotp: (code: string, options?: CallOptions): Promise<RecoveryCodesView> =>
      send({ method: 'PUT', path: `${base}/totp`, body: { code } }, options),
    removeTotp: (password: string, options?: CallOptions): Promise<SecondFactorView> =>
      send({ method: 'DELETE', path: `${base}/totp`, body: { password } }, options),
    /**
     * Begins to add a passkey: resolves with what `PublicKeyCredential.parseCreationOptionsFromJSON()` takes. Only for pages of
     * the server, at https or on localhost.
     */
    beginPasskey: (password: string, options?: CallOptions): Promise<PasskeyOptionsView> =>
      send({ method: 'POST', path: `${base}/passkeys/options`, body: { password } }, options),
    /** Adds the passkey that the browser has made; binary parts are base64url. Resolves like `confirmTotp`. */
    addPasskey: async (body: AddPasskeyBody, options?: CallOptions): Promise<RecoveryCodesView> =>
      send({ method: 'POST', path: `${base}/passkeys`, body }, options),
    removePasskey: (passkeyId: string, password: string, options?: CallOptions): Promise<SecondFactorView> =>
      send({ method: 'DELETE', path: `${base}/passkeys/${inPath(passkeyId)}`, body: { password } }, options),
    /** Replaces the recovery codes. */
    replaceRecoveryCodes: (password: string, options?: CallOptions): Promise<RecoveryCodesView> =>
      send({ method: 'POST', path: `${base}/recovery-codes`, body: { password } }, options),
  };
}
