/** The secret of a user's authenticator app. */
export interface TotpRecord {
  /** Encrypted: codes are computed from the secret, so it cannot be hashed. */
  readonly sealedSecret: string;
  /** The time step of the last code that was accepted: neither it nor an earlier one is accepted again. */
  readonly lastStep: number;
}

export interface PasskeyRecord {
  /** The credential's id, base64url. */
  readonly passkeyId: string;
  /** The host of the pages that may ask for it. */
  readonly host: string;
  /** By which the user tells it apart. */
  readonly name: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** How often it has signed, as it says itself; 0 if it does not count. */
  readonly counter: number;
  /** How the browser reaches it, in its words. */
  readonly transports: readonly string[];
  readonly createdAt: number;
  readonly lastUsed: number | undefined;
}

/** The user's factors besides the password. */
export interface SecondFactorRecord {
  readonly totp: TotpRecord | undefined;
  /** The oldest first. */
  readonly passkeys: readonly PasskeyRecord[];
  /** Recovery codes that have not been used. */
  readonly recoveryCodes: number;
}

/** Second factors. For a user who does not exist, reads find none and writes do nothing. */
export interface SecondFactorStorage {
  secondFactorsOf(userId: string): Promise<SecondFactorRecord>;
  /** Sets or replaces the secret. `recoveryHashes` become the recovery codes of a user who had no second factor. */
  setTotp(userId: string, totp: TotpRecord, recoveryHashes: readonly string[]): Promise<void>;
  /** Removes the secret and, if no other second factor is left, the recovery codes. */
  removeTotp(userId: string): Promise<void>;
  /** Resolves with true if the step is later than that of every code accepted before; only one of several callers gets that. */
  spendTotpStep(userId: string, step: number): Promise<boolean>;
  /**
   * Adds a passkey. `recoveryHashes` become the recovery codes of a user who had no second factor. `taken` if an account has it
   * already, `tooMany` if this one has `serviceLimits.passkeys.max`.
   */
  addPasskey(
    userId: string,
    passkey: PasskeyRecord,
    recoveryHashes: readonly string[],
  ): Promise<'added' | 'taken' | 'tooMany'>;
  /** Stores a use of a passkey, unless a later one has been stored; resolves with true if it was stored. */
  spendPasskey(userId: string, passkeyId: string, counter: number, now: number): Promise<boolean>;
  /** Removes it and, if no other second factor is left, the recovery codes; resolves with true if it was there. */
  removePasskey(userId: string, passkeyId: string): Promise<boolean>;
  /** Replaces all recovery codes. */
  setRecoveryCodes(userId: string, hashes: readonly string[]): Promise<void>;
  /** Removes the code; resolves with true if it was there. */
  spendRecoveryCode(userId: string, hash: string): Promise<boolean>;
  /** Removes every second factor with the recovery codes; resolves with true if there was one. */
  removeSecondFactors(userId: string): Promise<boolean>;
}
