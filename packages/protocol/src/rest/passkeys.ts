import Type from 'typebox';
import { serviceLimits } from '../limits.ts';

const closed = { additionalProperties: false } as const;
const { id, name, part } = serviceLimits.passkeys;
/** Bytes as base64url, as browsers give them. */
const bytes = Type.String({ minLength: 1, maxLength: part.max });
const passkeyId = Type.String({ minLength: 1, maxLength: id.max });

/** The JSON for the browser's `PublicKeyCredential.parse…OptionsFromJSON()` (WebAuthn, level 3). */
export const PasskeyOptions = Type.Record(Type.String(), Type.Unknown());
export type PasskeyOptions = Type.Static<typeof PasskeyOptions>;

export const PasskeyOptionsView = Type.Object({ options: PasskeyOptions });
export type PasskeyOptionsView = Type.Static<typeof PasskeyOptionsView>;

/** The parts of a new credential that count. */
const creation = {
  id: passkeyId,
  client_data_json: bytes,
  attestation_object: bytes,
  /** `response.getTransports()`. */
  transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 8 })),
};
export const PasskeyCreation = Type.Object(creation, closed);
export type PasskeyCreation = Type.Static<typeof PasskeyCreation>;

export const AddPasskeyBody = Type.Object(
  {
    /** By which the user tells passkeys apart. */
    name: Type.String({ minLength: name.min, maxLength: name.max }),
    ...creation,
  },
  closed,
);
export type AddPasskeyBody = Type.Static<typeof AddPasskeyBody>;

/** The parts of a credential that signs in. */
export const PasskeyAnswer = Type.Object(
  { id: passkeyId, client_data_json: bytes, authenticator_data: bytes, signature: bytes },
  closed,
);
export type PasskeyAnswer = Type.Static<typeof PasskeyAnswer>;

export const PasskeyEntry = Type.Object({
  passkey_id: Type.String(),
  name: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
  /** `created_at` until it is used. */
  last_used: Type.String({ format: 'date-time' }),
});
export type PasskeyEntry = Type.Static<typeof PasskeyEntry>;
