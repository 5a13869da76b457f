import type { PasskeyAnswer, PasskeyCreation, PasskeyOptions } from '@roomtone/protocol/rest';
import type { PasskeyRecord } from './second-factor-storage.ts';

/** Where a page of this server runs: passkeys belong to its host, and are only given to its origin. */
export interface Site {
  /** `https://music.example.org`. */
  readonly origin: string;
  readonly host: string;
}

/** The options for a browser. */
interface PasskeyRequest {
  /** The challenge that the passkey has to sign. */
  readonly challenge: string;
  /** For the browser's own call. */
  readonly options: PasskeyOptions;
}

/** Checks what passkeys have signed (WebAuthn). */
export interface Passkeys {
  creation(about: {
    readonly site: Site;
    readonly server: string;
    readonly username: string;
    /** Those that the user has: a device makes no second one. */
    readonly existing: readonly PasskeyRecord[];
  }): Promise<PasskeyRequest>;
  /** The new passkey; undefined if the answer does not fit. */
  created(
    answer: PasskeyCreation,
    asked: { readonly site: Site; readonly challenge: string },
  ): Promise<Pick<PasskeyRecord, 'passkeyId' | 'publicKey' | 'counter' | 'transports'> | undefined>;
  signIn(about: { readonly site: Site; readonly passkeys: readonly PasskeyRecord[] }): Promise<PasskeyRequest>;
  /** The passkey's counter after this use; undefined if the answer does not fit. */
  signedIn(
    answer: PasskeyAnswer,
    asked: { readonly site: Site; readonly challenge: string; readonly passkey: PasskeyRecord },
  ): Promise<number | undefined>;
}
